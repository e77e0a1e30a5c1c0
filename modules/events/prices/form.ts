import { end, type FormSpec, flag, formOf, moment, money, number, stock } from '#src/web/forms/fields.ts';

export const priceForm: FormSpec = formOf('events', [
  {
    name: 'price',
    fields: [
      money('price', true),
      stock('quantity'),
      moment('availableFrom'),
      end('availableTo'),
      number('priceOrder', true),
      flag('onlyBuyableWithVoucher'),
      flag('hasWaitlist'),
    ],
  },
]);
