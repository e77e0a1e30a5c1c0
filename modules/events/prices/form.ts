import type { GroupSpec } from '../forms/form.tsx';
import { flag, moment, money, number } from '../forms/specs.ts';

export const priceGroups: readonly GroupSpec[] = [
  {
    name: 'price',
    fields: [
      money('price', true),
      number('quantity', true),
      moment('availableFrom'),
      moment('availableTo'),
      number('priceOrder', true),
      flag('onlyBuyableWithVoucher'),
    ],
  },
];
