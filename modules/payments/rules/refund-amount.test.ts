import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cents } from '#src/kernel/money.ts';
import { refundAmount, splitRefund } from './refund-amount.ts';

const less = (reason: string | null) => ({ refusal: 'CANT_REFUND_LESS_THAN_ZERO', reason });
const more = (reason: string | null) => ({ refusal: 'CANT_REFUND_MORE_THAN_TOTAL', reason });

test.each([
  [{ mode: 'full', amount: null, kept: 3150, fee: 150 }, { amount: 3150 }],
  [{ mode: 'full', amount: 10, kept: 3150, fee: 150 }, { amount: 3150 }],
  [{ mode: 'full', amount: null, kept: 0, fee: 150 }, less('nothingLeft')],
  [{ mode: 'full', amount: null, kept: -5, fee: 0 }, less('nothingLeft')],
  [{ mode: 'full', amount: null, paid: 0, kept: 0, fee: 150 }, less('notPaid')],
  [{ mode: 'withoutProcessingFee', amount: null, kept: 3150, fee: 150 }, { amount: 3000 }],
  [{ mode: 'withoutProcessingFee', amount: null, kept: 150, fee: 150 }, less('onlyFeeLeft')],
  [{ mode: 'withoutProcessingFee', amount: null, kept: 100, fee: 150 }, less('onlyFeeLeft')],
  [{ mode: 'withoutProcessingFee', amount: null, kept: 0, fee: 150 }, less('nothingLeft')],
  [{ mode: 'withoutProcessingFee', amount: null, paid: 0, kept: 0, fee: 150 }, less('notPaid')],
  [{ mode: 'withoutProcessingFee', amount: null, kept: 3150, fee: 0 }, { amount: 3150 }],
  [{ mode: 'custom', amount: 1, kept: 3150, fee: 150 }, { amount: 1 }],
  [{ mode: 'custom', amount: 3150, kept: 3150, fee: 150 }, { amount: 3150 }],
  [{ mode: 'custom', amount: 3151, kept: 3150, fee: 150 }, more(null)],
  [{ mode: 'custom', amount: 0, kept: 3150, fee: 150 }, less(null)],
  [{ mode: 'custom', amount: -1, paid: 0, kept: 0, fee: 150 }, less(null)],
  [{ mode: 'custom', amount: 10.5, kept: 3150, fee: 150 }, less(null)],
  [{ mode: 'custom', amount: Number.NaN, kept: 3150, fee: 150 }, less(null)],
  [{ mode: 'custom', amount: null, kept: 3150, fee: 150 }, less(null)],
  [{ mode: 'custom', amount: 5, kept: 0, fee: 0 }, more('nothingLeft')],
  [{ mode: 'custom', amount: 5, paid: 0, kept: 0, fee: 0 }, more('notPaid')],
] as const)('%o', (asked, answer) => {
  const { paid = 3150 } = asked as { paid?: number };
  expect(refundAmount({ ...asked, paid: cents(paid), kept: cents(asked.kept), fee: cents(asked.fee) })).toEqual(answer);
});

const byTransfer = { captured: [], cash: cents(0), cards: cents(0) };

test('money goes back by the ways that it came, most first, then the newest; the rest is transferred', () => {
  const captured = [
    { attemptId: 1, method: 'visa', amount: cents(1000), gone: cents(0) },
    { attemptId: 2, method: 'eps', amount: cents(3000), gone: cents(1500) },
    { attemptId: 3, method: 'mastercard', amount: cents(1000), gone: cents(0) },
    { attemptId: 4, method: 'visa', amount: cents(500), gone: cents(500) },
  ];
  expect(splitRefund(cents(4000), { ...byTransfer, captured })).toEqual([
    { attemptId: 2, method: 'eps', amount: 1500 },
    { attemptId: 3, method: 'mastercard', amount: 1000 },
    { attemptId: 1, method: 'visa', amount: 1000 },
    { attemptId: null, method: 'bank', amount: 500 },
  ]);
  expect(splitRefund(cents(700), byTransfer)).toEqual([{ attemptId: null, method: 'bank', amount: 700 }]);
});

test('whatever was paid and how: the parts add up, and no payment gives more than it has', () => {
  const payment = fc.record({
    attemptId: fc.integer({ min: 1, max: 1_000_000 }),
    method: fc.constantFrom('visa', 'eps'),
    amount: fc.integer({ min: 1, max: 100_000 }).map(cents),
    gone: fc.integer({ min: 0, max: 120_000 }).map(cents),
  });
  const payments = fc.uniqueArray(payment, { selector: ({ attemptId }) => attemptId, maxLength: 6 });
  const left = fc.integer({ min: 0, max: 60_000 }).map(cents);
  fc.assert(
    fc.property(
      payments,
      left,
      left,
      fc.integer({ min: 1, max: 500_000 }).map(cents),
      (captured, cash, cards, amount) => {
        const parts = splitRefund(amount, { captured, cash, cards });
        expect(parts.reduce((sum, part) => sum + part.amount, 0)).toBe(amount);
        expect(parts.every((part) => part.amount > 0)).toBe(true);
        expect(new Set(parts.map(({ attemptId, method }) => attemptId ?? method)).size).toBe(parts.length);
        for (const { attemptId, amount: part } of parts) {
          const source = captured.find((each) => each.attemptId === attemptId);
          if (source) expect(part).toBeLessThanOrEqual(source.amount - source.gone);
        }
        const sumBy = (method: string) => parts.find((part) => part.method === method)?.amount ?? 0;
        expect(sumBy('giftcard')).toBe(Math.min(amount, cards));
        expect(sumBy('cash')).toBeLessThanOrEqual(cash);
        if (sumBy('bank') > 0) expect(sumBy('cash')).toBe(cash);
      },
    ),
    { numRuns: 500 },
  );
});

test('random refunds never exceed the received money', () => {
  const step = fc.record({
    mode: fc.constantFrom('full', 'withoutProcessingFee', 'custom' as const),
    amount: fc.integer({ min: -100, max: 6000 }),
  });
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 5000 }).map(cents),
      fc.integer({ min: 0, max: 300 }).map(cents),
      fc.array(step),
      (received, fee, steps) => {
        let kept = received;
        for (const { mode, amount } of steps) {
          const answer = refundAmount({ mode, amount, paid: received, kept, fee });
          if ('amount' in answer) kept = cents(kept - answer.amount);
          expect(kept).toBeGreaterThanOrEqual(0);
        }
      },
    ),
  );
});
