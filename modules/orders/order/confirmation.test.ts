import { expect, test } from 'vitest';
import { translatorFor } from '#src/texts/locale.ts';
import type { OrderRecord } from '../read.ts';
import { paymentWay } from './confirmation.ts';

test.each([
  ['pending', null, 'Not chosen yet'],
  ['canceled', null, 'None chosen'],
  ['canceled', 'bank', 'Bank transfer'],
] as const)('of a %s order that chose %s: %s', (status, paymentMethod, said) => {
  const order = { status, paymentMethod, paidAt: null, totalPrice: 2500 } as unknown as OrderRecord;
  expect(paymentWay(order, translatorFor('en-us'))).toBe(said);
});
