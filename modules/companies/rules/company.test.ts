import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Cents, cents, sumCents } from '#src/kernel/money.ts';
import { fromIso, toIso } from '#src/kernel/time.ts';
import { billState, dueDate, nextMonthlyBill, reminderAt, reminderOf, spread } from './company.ts';

const zone = 'Europe/Vienna';
const sums = fc.array(
  fc.integer({ min: 0, max: 100_000 }).map((open) => ({ open: cents(open) })),
  { maxLength: 30 },
);

test('divides a payment to the cent, oldest orders first, never more than is open', () => {
  fc.assert(
    fc.property(sums, fc.double({ min: 0, max: 1, noNaN: true }), (orders, share) => {
      const open = sumCents(orders.map((order) => order.open));
      const amount = cents(Math.floor(open * share));
      const parts = spread(orders, amount);
      expect(sumCents(parts.map((part) => part.amount))).toBe(amount);
      const of = new Map<object, Cents>(parts.map((part) => [part.order, part.amount]));
      const got = orders.map((order) => of.get(order) ?? 0);
      expect(got.every((part, at) => part <= (orders[at]?.open ?? 0))).toBe(true);
      // Only the last order with a payment may be paid in part.
      const short = orders.findIndex((order, at) => (got[at] ?? 0) < order.open);
      if (short >= 0) expect(got.slice(short + 1).every((part) => part === 0)).toBe(true);
    }),
  );
});

test.each([
  ['2026-01-31T23:30:00Z', '2026-03-01T05:00:00.000Z'],
  ['2026-03-15T12:00:00Z', '2026-04-01T04:00:00.000Z'],
  ['2026-12-01T05:00:00Z', '2027-01-01T05:00:00.000Z'],
])('after %s the next bill of a month is made at %s', (now, next) => {
  expect(toIso(nextMonthlyBill(fromIso(now), zone))).toBe(next);
});

test('a bill is overdue after its due day, with reminders 3, 14 and 30 days later', () => {
  const { dueOn, overdueAt } = dueDate(fromIso('2026-03-20T10:00:00Z'), 14, zone);
  expect([dueOn, toIso(overdueAt)]).toEqual(['2026-04-03', '2026-04-03T22:00:00.000Z']);
  const at = [0, 1, 2, 3].map((sent) => reminderAt(overdueAt, sent));
  expect(at.map((moment) => moment && (moment - overdueAt) / 86_400_000)).toEqual([3, 14, 30, null]);
  expect([0, 1, 2, 3].map(reminderOf)).toEqual(['first', 'second', 'organizer', null]);
  const total = cents(100);
  const before = fromIso('2026-04-03T21:59:00Z');
  expect(billState({ open: total, total, overdueAt, withdrawnAt: null }, before)).toBe('open');
  expect(billState({ open: cents(1), total, overdueAt, withdrawnAt: null }, before)).toBe('partly');
  expect(billState({ open: cents(1), total, overdueAt, withdrawnAt: null }, overdueAt)).toBe('overdue');
  expect(billState({ open: cents(0), total, overdueAt, withdrawnAt: null }, overdueAt)).toBe('paid');
  expect(billState({ open: cents(0), total, overdueAt, withdrawnAt: before }, overdueAt)).toBe('withdrawn');
});
