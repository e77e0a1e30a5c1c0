import fc from 'fast-check';
import { expect, test } from 'vitest';
import { basisPoints, cents } from '#src/kernel/money.ts';
import type { CalendarDate } from '#src/kernel/time.ts';
import { placesOf, sumOfPlaces } from './places.ts';
import { platformTaxOf } from './platform-tax.ts';
import { type EntrySum, entryPlaces, type SettlementFigures, type ShareSum, settle, shareKinds } from './settlement.ts';

const entry: fc.Arbitrary<EntrySum> = fc.record({
  place: fc.constantFrom(...entryPlaces),
  kind: fc.constantFrom('payment' as const, 'refund' as const),
  method: fc.constantFrom('bank', 'visa', 'eps'),
  count: fc.integer({ min: 1, max: 9 }),
  amount: fc.integer({ min: 1, max: 1_000_000_00 }).map(cents),
});

const share: fc.Arbitrary<ShareSum> = fc.record({
  kind: fc.constantFrom(...shareKinds),
  rate: fc.constantFrom(0, 10, 20).map(basisPoints),
  amount: fc.integer({ min: -50_000, max: 200_000 }).map(cents),
});

test('keeps each cent in exactly one place over any number of settlements', () => {
  const period = fc.record({
    entries: fc.array(entry, { maxLength: 12 }),
    tickets: fc.integer({ min: -50, max: 500 }),
    ticketFee: fc.integer({ min: 0, max: 900 }),
    waiting: fc.integer({ min: 0, max: 500_000_00 }).map(cents),
    shares: fc.array(share, { maxLength: 4 }),
    rate: fc.constantFrom(0, 1.25, 2.5),
  });
  fc.assert(
    fc.property(fc.array(period, { minLength: 1, maxLength: 6 }), (periods) => {
      const closed: SettlementFigures[] = [];
      let carriedIn = cents(0);
      let [came, went] = [0, 0];
      for (const [at, { entries, tickets, ticketFee, waiting, shares, rate }] of periods.entries()) {
        const isDraft = at === periods.length - 1;
        const figures = settle({
          entries,
          tickets,
          ticketFees: cents(tickets * ticketFee),
          waiting,
          shares,
          carriedIn,
          disagio: basisPoints(rate),
          tax: { category: 'S', rate: basisPoints(20) },
        });
        expect(figures.carriedOut).toBe(figures.balance - figures.payout);
        expect(figures.payout).toBeGreaterThanOrEqual(0);
        expect(figures.payout === 0 || figures.carriedOut >= 0).toBe(true);
        expect(figures.feesNet + figures.feesTax).toBe(figures.fees);
        for (const { kind, place, amount } of entries.filter((each) => isDraft || each.place === 'settled')) {
          if (kind === 'payment') came += amount;
          // What went back of held money counts at once, so nothing of it is held.
          else if (place !== 'held') went += amount;
          else came -= amount;
        }
        carriedIn = figures.carriedOut;
        closed.push(figures);
      }
      const draft = closed.pop() as SettlementFigures;
      expect(sumOfPlaces(placesOf(closed, draft, cents(went)))).toBe(came);
    }),
  );
});

test.each([
  ['AT', 'ATU12345678', 'S', 2000],
  ['DE', 'DE123456789', 'AE', 0],
  ['DE', 'de 123 456 789', 'AE', 0],
  ['DE', '', 'S', 2000],
  ['DE', 'ATU12345678', 'S', 2000],
  ['GR', 'EL123456789', 'AE', 0],
  ['CH', 'CHE123456789', 'S', 2000],
  ['', '', 'S', 2000],
])('fees of an organizer in %s with VAT id "%s" are %s', (countryCode, vatId, category, rate) => {
  expect(platformTaxOf({ countryCode, vatId }, '2026-03-02' as CalendarDate)).toEqual({ category, rate });
});
