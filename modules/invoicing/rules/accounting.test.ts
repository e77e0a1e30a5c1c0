import { expect, test } from 'vitest';
import { basisPoints, cents } from '#src/kernel/money.ts';
import { accountingShares, type EventTakings } from './accounting.ts';

const [full, low, none] = [2000, 1000, 0];
const lines = (sums: Record<number, number>) => new Map(Object.entries(sums).map(([rate, sum]) => [Number(rate), sum]));
const takings = (own: Partial<EventTakings>): EventTakings => ({
  ...{ received: cents(0), byCard: cents(0), refunded: cents(0), held: cents(0), cash: cents(0), tickets: 0 },
  ...{ ticketFee: cents(0), disagio: basisPoints(0), vouchers: new Map(), articles: new Map() },
  ...{ paidLines: new Map(), refundedLines: new Map(), heldLines: new Map(), cashLines: new Map() },
  ...own,
});

test('puts held money and cash at the rates of their own orders', () => {
  const shares = accountingShares(
    takings({
      ...{ received: cents(10_000), refunded: cents(1000), held: cents(3000), cash: cents(500) },
      paidLines: lines({ [full]: 7000, [low]: 2000, [none]: 1000 }),
      refundedLines: lines({ [none]: 1000 }),
      heldLines: lines({ [full]: 3000 }),
      cashLines: lines({ [low]: 500 }),
    }),
  );
  expect(
    shares.map(({ rate, gross, refunded, held, cash, payout }) => [rate, gross, refunded, held, cash, payout]),
  ).toEqual([
    [full, 7000, 0, 3000, 0, 4000],
    [low, 2000, 0, 0, 500, 1500],
    [none, 1000, 1000, 0, 0, 0],
  ]);
});

test('is negative with more refunds than payments; every column adds up', () => {
  const shares = accountingShares(
    takings({
      ...{ received: cents(1000), held: cents(-333), paidLines: lines({ [full]: 900, [low]: 100 }) },
      heldLines: lines({ [full]: -111, [low]: -222 }),
    }),
  );
  expect(shares.map(({ held }) => held)).toEqual([-111, -222]);
  const unknown = accountingShares(
    takings({ received: cents(1000), held: cents(1000), paidLines: lines({ [full]: 1 }) }),
  );
  expect(unknown.map(({ held, payout }) => [held, payout])).toEqual([[1000, 0]]);
});
