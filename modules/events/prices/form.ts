import type { GroupSpec } from '../forms/specs.ts';
import { end, flag, moment, money, number, stock } from '../forms/specs.ts';

export const priceGroups: readonly GroupSpec[] = [
  {
    name: 'price',
    fields: [
      money('price', true),
      stock('quantity'),
      moment('availableFrom'),
      end('availableTo'),
      number('priceOrder', true),
      flag('onlyBuyableWithVoucher'),
    ],
  },
];
