import { expect, test } from 'vitest';
import { cents } from '#src/kernel/money.ts';
import { nextStep } from './order-state.ts';

const ticket = { kind: 'ticket', amount: 1 };
const shirt = { kind: 'article', amount: 1 };
const sent = { kind: 'sc', amount: 1 };
const none = { open: cents(0), refundable: cents(0), refunds: [] };

test.each([
  ['an open order is paid', 'pending', [ticket], none, 'markPaid'],
  ['a paid one without goods is done', 'complete', [ticket], none, null],
  ['a shirt is handed out', 'complete', [ticket, shirt], none, 'ship'],
  ['so is what is sent', 'complete', [ticket, sent], none, 'ship'],
  ['what was sent is done', 'shipped', [ticket, shirt], none, null],
  ['it became dearer', 'complete', [ticket, shirt], { ...none, open: cents(500) }, 'restPaid'],
  [
    'a canceled one goes back, it does not come back',
    'canceled',
    [ticket],
    { ...none, refundable: cents(1) },
    'refund',
  ],
  ['nothing is left to give back', 'canceled', [ticket], none, null],
  ['money did not arrive', 'canceled', [ticket], { ...none, refunds: [{ status: 'failed' }] }, 'refundStatus'],
] as const)('%s', (_, status, orderItems, money, step) => {
  expect(nextStep({ status, orderItems }, money)).toBe(step);
});
