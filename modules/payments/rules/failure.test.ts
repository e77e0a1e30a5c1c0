import { expect, test } from 'vitest';
import { cents } from '#src/kernel/money.ts';
import { failureWord, methodsAfter } from './failure.ts';
import { configuredMethods, type PaymentMethod, possibleMethods } from './methods.ts';
import { moneyOf, refundStatusOf } from './refund-amount.ts';

const failed = (
  errorName: string | null,
  failureHandling: 'ABORT' | 'OTHER_MEANS' | 'RETRY' | 'RETRY_LATER' | null,
) => ({
  method: 'visa',
  problem: 'PAYMENT_ASSERT_FAILED',
  errorName,
  failureHandling,
});

test.each([
  ['TRANSACTION_ABORTED', 'ABORT', 'aborted', 'visa'],
  ['TOKEN_EXPIRED', 'ABORT', 'expired', 'visa'],
  ['3DS_AUTHENTICATION_FAILED', 'OTHER_MEANS', 'notProven', 'visa'],
  ['TRANSACTION_DECLINED', 'OTHER_MEANS', 'otherMeans', 'eps'],
  ['CARD_CVC_INVALID', 'RETRY', 'retry', 'visa'],
  ['COMMUNICATION_TIMEOUT', 'RETRY_LATER', 'later', 'visa'],
  ['AMOUNT_INVALID', 'ABORT', 'unknown', 'visa'],
  [null, null, 'unknown', 'visa'],
] as const)('after %s (%s) the payer reads "%s" and is offered %s first', (name, handling, word, first) => {
  const methods: PaymentMethod[] = ['visa', 'eps', 'bank'];
  expect(failureWord(failed(name, handling))).toBe(word);
  const offered = methodsAfter(failed(name, handling), methods);
  expect(offered[0]).toBe(first);
  expect([...offered].sort()).toEqual([...methods].sort());
});

test('what was paid with is offered no more when the event takes it no more', () => {
  expect(methodsAfter(failed('TRANSACTION_ABORTED', 'ABORT'), ['eps', 'bank'])).toEqual(['eps', 'bank']);
  expect(methodsAfter(null, ['eps', 'bank'])).toEqual(['eps', 'bank']);
});

test('platform and event each switch ways to pay off, and without a provider none is possible at once', () => {
  const platform = { saferpay: {}, bank: {}, paymentMethods: ['visa', 'eps', 'sofort'] as const };
  const event = { paymentInAdvancePossible: true, paymentMethods: null, canceled: false, companyAccounts: false };
  expect(possibleMethods(event, configuredMethods(platform))).toEqual(['visa', 'eps', 'sofort', 'bank']);
  expect(possibleMethods({ ...event, paymentMethods: ['eps', 'mastercard'] }, configuredMethods(platform))).toEqual([
    'eps',
    'bank',
  ]);
  expect(possibleMethods({ ...event, paymentMethods: [] }, configuredMethods(platform))).toEqual(['bank']);
  expect(possibleMethods(event, configuredMethods({ ...platform, saferpay: null }))).toEqual(['bank']);
  expect(
    possibleMethods({ ...event, paymentInAdvancePossible: false }, configuredMethods({ ...platform, bank: null })),
  ).toEqual(['visa', 'eps', 'sofort']);
  expect(possibleMethods({ ...event, companyAccounts: true }, configuredMethods(platform)).at(-1)).toBe('account');
  expect(
    possibleMethods({ ...event, companyAccounts: true }, configuredMethods({ ...platform, bank: null })),
  ).not.toContain('account');
  expect(possibleMethods({ ...event, canceled: true }, configuredMethods(platform))).toEqual([]);
});

test('what an order has is what came in less what is going back; a withdrawn refund stays', () => {
  const refund = (amount: number, status: 'pending' | 'completed' | 'failed' | 'withdrawn') => ({
    amount: cents(amount),
    status,
    reason: 'granted' as const,
  });
  const unpaid = { totalPrice: cents(5000), isPaid: false };
  expect(moneyOf(unpaid, cents(0), [])).toEqual({ received: 0, refunded: 0, kept: 0, open: 5000, excess: 0 });
  expect(
    moneyOf(unpaid, cents(5000), [refund(1000, 'completed'), refund(500, 'failed'), refund(700, 'withdrawn')]),
  ).toEqual({
    received: 5000,
    refunded: 1000,
    kept: 3500,
    open: 1500,
    excess: 0,
  });
  expect(moneyOf(unpaid, cents(9000), [refund(4000, 'pending')])).toMatchObject({ kept: 5000, open: 0 });
  // A granted refund creates no debt; a higher total does, and a move back is refunded separately.
  const paid = (totalPrice: number) => ({ totalPrice: cents(totalPrice), isPaid: true });
  const moved = { amount: cents(2000), status: 'pending' as const, reason: 'moved' as const };
  expect(moneyOf(paid(5000), cents(5000), [refund(1000, 'completed')])).toMatchObject({
    kept: 4000,
    open: 0,
    excess: 0,
  });
  expect(moneyOf(paid(7000), cents(5000), [refund(1000, 'completed')])).toMatchObject({ open: 2000, excess: 0 });
  expect(moneyOf(paid(3000), cents(5000), [])).toMatchObject({ open: 0, excess: 2000 });
  expect(moneyOf(paid(3000), cents(5000), [moved])).toMatchObject({ kept: 3000, open: 0, excess: 0 });
  expect(moneyOf(paid(6000), cents(5000), [moved])).toMatchObject({ open: 3000, excess: 0 });
  expect([
    refundStatusOf([]),
    refundStatusOf([refund(1, 'withdrawn')]),
    refundStatusOf([refund(1, 'completed'), refund(1, 'pending')]),
    refundStatusOf([refund(1, 'failed'), refund(1, 'pending')]),
  ]).toEqual([null, null, 'pending', 'failed']);
});
