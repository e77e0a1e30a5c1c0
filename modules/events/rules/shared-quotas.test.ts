import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromIso, instant } from '#src/kernel/time.ts';
import { aCompetition, aPrice } from '../testing.ts';
import type { Catalog, CatalogCompetition } from './catalog.ts';
import { noHolds, withHolds } from './place-holds.ts';
import { availableTickets, noSaleReason, placesFree, saleState } from './sale.ts';
import { heldTogether, placesInAll, withQuotas } from './shared-quotas.ts';

const now = fromIso('2026-03-01T12:00:00Z');
const later = instant(now + 60_000);
const run = (id: number, sold: number, total = 100): CatalogCompetition =>
  aCompetition({ id, sold, totalTicketCount: total, prices: [aPrice({ id, sold, quantityTotal: total })] });
const quota = (quotaTotal: number, ...competitionIds: number[]) => ({
  id: 7,
  title: 'Alle',
  quotaTotal,
  competitionIds,
});
const free = (competitions: readonly CatalogCompetition[]) => competitions.map((each) => availableTickets(each, now));

describe('a shared quota', () => {
  test.each([
    ['has room for all', 200, [100, 90, 100]],
    ['is less than each has', 35, [25, 25, 100]],
    ['is sold out', 10, [0, 0, 100]],
  ])('%s', (_, total, expected) => {
    const competitions = withQuotas([run(1, 0), run(2, 10), run(3, 0)], [quota(total, 1, 2)]);
    expect(free(competitions)).toEqual(expected);
  });

  test('that is sold out is why its competitions are, and no other', () => {
    const competitions = withQuotas([run(1, 0), run(2, 10), run(3, 0)], [quota(10, 1, 2)]);
    expect(competitions.map(noSaleReason)).toEqual(['soldOut', 'soldOut', 'closed']);
    const event = { canceled: false, soldOut: false, endTimestamp: later } as Catalog['event'];
    expect(saleState(event, competitions.slice(0, 2), now)).toBe('soldOut');
    expect(saleState(event, competitions, now)).toBe('onSale');
  });

  test('counts once in what an event has left', () => {
    const event = { canceled: false, soldOut: false, endTimestamp: later } as Catalog['event'];
    expect(saleState(event, withQuotas([run(1, 0), run(2, 0)], [quota(15, 1, 2)]), now)).toBe('fewLeft');
    expect(saleState(event, withQuotas([run(1, 0), run(2, 0)], []), now)).toBe('onSale');
  });

  test.each([
    ['none', [], 300],
    ['one that is less than its competitions have', [quota(60, 1, 2)], 160],
    ['one that is more', [quota(900, 1, 2)], 300],
  ])('counts once in the places of an event: %s', (_, quotas, expected) => {
    expect(placesInAll([run(1, 0), run(2, 10), run(3, 0)], quotas)).toBe(expected);
  });

  test('is held where any of its competitions is, and only by others', () => {
    const catalog = { competitions: withQuotas([run(1, 0), run(2, 0)], [quota(3, 1, 2)]) } as Catalog;
    const held = { competitionId: 2, priceId: 2, quantity: 3, until: later };
    const [other] = withHolds(catalog, { ...noHolds, others: [held] }, now).competitions;
    expect(other && [placesFree(other), noSaleReason(other), other.heldTill]).toEqual([0, 'held', later]);
    const own = withHolds(catalog, { ...noHolds, own: [held] }, now).competitions;
    expect(own.map(placesFree)).toEqual([3, 3]);
  });

  test.each([
    ['the quota is what lacks: all that share it are kept', run(1, 4, 9), [1, 2]],
    ['it is sold out itself: the others go on', run(1, 4, 4), [1]],
  ])('somebody waits for one, and %s', (_, waited, expected) => {
    const quotas = [quota(10, 1, 2)];
    const competitions = withQuotas([waited, run(2, 6), run(3, 0)], quotas);
    expect(heldTogether(competitions, quotas, new Set([1])).sort()).toEqual(expected);
  });

  test('never offers more together than there is, and never less than one could buy', () => {
    const sold = fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(sold, fc.integer({ min: 0, max: 90 }), (counts, room) => {
        const alone = counts.map((count, at) => run(at + 1, count, 30));
        const total = counts.reduce((sum, count) => sum + count, 0) + room;
        const together = withQuotas(alone, [quota(total, ...alone.map(({ id }) => id))]);
        for (const [at, each] of together.entries())
          expect(placesFree(each)).toBe(Math.min(30 - (counts[at] ?? 0), room));
      }),
    );
  });
});
