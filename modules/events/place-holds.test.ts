import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { Problem } from '#src/kernel/problem.ts';
import { days, instant, minutes } from '#src/kernel/time.ts';
import { testShop } from '#tests/support/shop.ts';
import {
  catalogOf,
  createCompetition,
  createEvent,
  createPrice,
  endHolds,
  holdPlaces,
  ownVisitsOf,
  reserveTickets,
  saleFor,
  updateCompetition,
  updateEvent,
  updatePrice,
} from './index.ts';
import type { Buyer } from './place-holds.ts';
import { availableTickets, currentPrice, noSaleReason } from './rules/sale.ts';
import { placeHolds } from './schema-holds.ts';

/** A run of seven places, four of them at the first price; 15 minutes for whoever fills in. */
async function stall(change: { availableTo?: number } = {}) {
  const { deps, clock } = await testShop();
  const made = await deps.write(async (work) => {
    const start = instant(work.now + days(60));
    const dates = { startTimestamp: start, endTimestamp: instant(start + days(1)) };
    const eventId = await createEvent(work, { title: 'Lauf', visible: true, placeHoldMinutes: 15, ...dates });
    const competitionId = await createCompetition(work, eventId, { title: '5 km', totalTicketCount: 7 });
    const window = change.availableTo ? { availableTo: instant(work.now + change.availableTo) } : {};
    const priceIds = [
      await createPrice(work, competitionId, { price: 1000, quantity: 4, ...window }),
      await createPrice(work, competitionId, { price: 2000, quantity: 5, priceOrder: 2 }),
    ] as const;
    return { eventId, competitionId, priceIds };
  });
  const { eventId, competitionId } = made;
  const visit = (visitId: string): Buyer => ({ visitId, userId: 1, level: 'unverified' });
  const hold = (who: string, ...sizes: number[]) =>
    deps.write((work) =>
      holdPlaces(work, {
        eventId,
        buyer: visit(who),
        wanted: sizes.map((size) => ({ competitionId, size })),
        most: 200,
        mayGrow: async () => true,
      }),
    );
  const saleOf = async (who: string | null) => {
    const catalog = await catalogOf(deps.read, eventId);
    if (!catalog) throw new Error('the event is there');
    const sale = await saleFor(deps.read, catalog, who === null ? null : visit(who), clock());
    const [competition] = sale.competitions;
    if (!competition) throw new Error('the competition is there');
    return competition;
  };
  const free = async (who: string | null) => availableTickets(await saleOf(who), clock());
  /** Buys at the price that this visitor meets. */
  const buy = (who: string, count: number) =>
    deps.write(async (work) => {
      const catalog = await catalogOf(work.tx, eventId);
      if (!catalog) throw new Error('the event is there');
      const [competition] = (await saleFor(work.tx, catalog, visit(who), work.now)).competitions;
      const price = competition && currentPrice(competition, work.now);
      if (!price) return 'nothing';
      const own = await ownVisitsOf(work.tx, catalog.event, visit(who));
      try {
        await reserveTickets(work, { competitionId, priceId: price.id, count }, own);
      } catch (error) {
        if (error instanceof Problem) return `${error.code} ${error.details.left}`;
        throw error;
      }
      if (own !== null) await endHolds(work, eventId, own, [{ competitionId, count, ofTeam: false }]);
      return 'bought';
    });
  const rows = () => deps.read.select().from(placeHolds).orderBy(placeHolds.visitId);
  const held = async () =>
    (await rows()).filter(({ until, quantity }) => until > clock() && quantity > 0).map((row) => row.quantity);
  return { deps, clock, ...made, hold, saleOf, free, buy, rows, held };
}

test('only the holder can buy held places', async () => {
  const at = await stall();
  await at.hold('ann', 3);
  expect(await at.free('ann')).toBe(4);
  expect(await at.free('bob')).toBe(1);
  expect(await at.free(null)).toBe(1);
  expect(await at.buy('bob', 2)).toBe('NOT_ENOUGH_TICKETS 1');
  expect(await at.buy('bob', 1)).toBe('bought');
  // The first price has no more for Bob, and three for Ann.
  expect(currentPrice(await at.saleOf('bob'), at.clock())?.id).toBe(at.priceIds[1]);
  expect(currentPrice(await at.saleOf('ann'), at.clock())?.id).toBe(at.priceIds[0]);
  expect(await at.buy('ann', 3)).toBe('bought');
  expect(await at.rows()).toEqual([]);
});

test('a hold expires without a job and cannot be renewed for a while', async () => {
  const at = await stall();
  await at.hold('ann', 1, 1, 1, 1);
  at.clock.advance(minutes(10));
  await at.hold('ann', 1, 1, 1, 1);
  expect(await at.free('bob')).toBe(3);
  // Typing on made it no longer.
  at.clock.advance(minutes(5));
  expect(await at.free('bob')).toBe(4);
  await at.hold('ann', 1, 1, 1, 1);
  expect(await at.held()).toEqual([]);
  expect(await at.buy('bob', 2)).toBe('bought');
  at.clock.advance(minutes(15));
  await at.hold('ann', 1, 1, 1, 1);
  expect(await at.held()).toEqual([2]);
});

test('entering people again does not extend a hold', async () => {
  const at = await stall();
  await at.hold('ann', 1);
  const [first] = await at.rows();
  at.clock.advance(minutes(8));
  await at.hold('ann');
  expect(await at.held()).toEqual([]);
  expect(await at.free('bob')).toBe(4);
  await at.hold('ann', 2);
  const [again] = await at.rows();
  expect(again).toMatchObject({ quantity: 2, until: first?.until });
});

test('only what is free is held, teams as a whole, and never more than a draft asks for', async () => {
  const at = await stall();
  await at.hold('ann', 3);
  await at.hold('bob', 2, 1, 2);
  // One was left at the first price: the single one, not half a team.
  expect(await at.held()).toEqual([3, 1]);
  await at.hold('ann', 1);
  expect(await at.held()).toEqual([1, 1]);
});

test('a hold ends with its price', async () => {
  const at = await stall({ availableTo: minutes(6) });
  await at.hold('ann', 2);
  const [row] = await at.rows();
  expect(row?.until).toBe(at.clock() + minutes(6));
});

test('a cheaper price that comes free does not block held places', async () => {
  const at = await stall();
  expect(await at.buy('bob', 4)).toBe('bought');
  await at.hold('ann', 3);
  // One more at the first price: too few for Ann, whose three are held at the second.
  await at.deps.write((work) => updatePrice(work, at.priceIds[0], { quantity: 1 }));
  await at.deps.write((work) => updateCompetition(work, at.competitionId, { totalTicketCount: 8 }));
  expect(currentPrice(await at.saleOf('bob'), at.clock())?.id).toBe(at.priceIds[0]);
  expect(currentPrice(await at.saleOf('ann'), at.clock())?.id).toBe(at.priceIds[1]);
  expect(await at.buy('ann', 3)).toBe('bought');
});

test('tells others that the rest is held and until when', async () => {
  const at = await stall();
  await at.hold('ann', 4);
  await at.hold('bob', 3);
  const seen = await at.saleOf('cleo');
  expect(await at.free('cleo')).toBe(0);
  expect(noSaleReason(seen)).toBe('held');
  expect(seen.heldTill).toBe(at.clock() + minutes(15));
  expect(noSaleReason(await at.saleOf(null))).toBe('held');
});

test('fewer places end the newest holds first', async () => {
  const at = await stall();
  await at.hold('ann', 2);
  at.clock.advance(1000);
  await at.hold('bob', 2);
  await at.deps.write((work) => updateCompetition(work, at.competitionId, { totalTicketCount: 3 }));
  expect(await at.held()).toEqual([2, 1]);
  expect(await at.buy('ann', 2)).toBe('bought');
  await at.deps.write((work) => updateEvent(work, at.eventId, { placeHoldMinutes: null }));
  expect(await at.held()).toEqual([]);
  // Switched on again, nothing comes back.
  await at.deps.write((work) => updateEvent(work, at.eventId, { placeHoldMinutes: 15 }));
  expect(await at.held()).toEqual([]);
});

test.each([
  ['sold out', { soldOut: true }],
  ['canceled', { canceled: true }],
  ['hidden', { visible: false }],
])('an event that is %s holds nothing', async (_, change) => {
  const at = await stall();
  await at.hold('ann', 2);
  await at.deps.write((work) => updateEvent(work, at.eventId, change));
  expect(await at.held()).toEqual([]);
  await at.hold('bob', 1);
  expect(await at.held()).toEqual([]);
});

test('an event without holds neither stores nor checks any', async () => {
  const at = await stall();
  await at.deps.write((work) => updateEvent(work, at.eventId, { placeHoldMinutes: null }));
  await at.hold('ann', 4);
  expect(await at.rows()).toEqual([]);
  expect(
    await ownVisitsOf(at.deps.read, { id: at.eventId, placeHoldMinutes: null, offerHours: null, teamDays: null }, null),
  ).toBe(null);
});

test('sold and held places never exceed the total, and held ones can be bought', async () => {
  const move = fc.record({
    who: fc.constantFrom('ann', 'bob', 'cleo', 'dora'),
    what: fc.constantFrom('hold', 'hold', 'buy', 'buyHeld', 'wait', 'change'),
    size: fc.integer({ min: 0, max: 3 }),
    entries: fc.integer({ min: 1, max: 3 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 4, maxLength: 25 }), async (moves) => {
      const at = await stall();
      for (const { who, what, size, entries } of moves) {
        if (what === 'hold') await at.hold(who, ...Array.from({ length: entries }, () => size).filter((n) => n > 0));
        if (what === 'buy' && size > 0) await at.buy(who, size);
        if (what === 'wait') at.clock.advance(minutes(size * 5));
        if (what === 'change')
          await at.deps
            .write((work) => updateCompetition(work, at.competitionId, { totalTicketCount: 4 + size }))
            .catch(() => {});
        const own = (await at.rows()).find((row) => row.visitId === who);
        const mine = own && own.until > at.clock() ? own.quantity : 0;
        if (what === 'buyHeld' && mine > 0) expect(await at.buy(who, mine)).toBe('bought');
        const live = (await at.rows()).filter(({ until }) => until > at.clock());
        const raw = (await catalogOf(at.deps.read, at.eventId))?.competitions[0];
        const sum = (of: typeof live) => of.reduce((all, { quantity }) => all + quantity, 0);
        expect((raw?.sold ?? 0) + sum(live)).toBeLessThanOrEqual(raw?.totalTicketCount ?? 0);
        for (const price of raw?.prices ?? [])
          expect(price.sold + sum(live.filter(({ priceId }) => priceId === price.id))).toBeLessThanOrEqual(
            price.quantityTotal,
          );
      }
    }),
    { numRuns: 40 },
  );
}, 60_000);

test('the organizer says for how long; a copy says the same, and visitors are told nothing of the setting', async () => {
  const shop = await testShop();
  const admin = await shop.login('admin@example.test', { superAdmin: true });
  const startTimestamp = new Date(shop.clock() + days(60)).toISOString();
  const input = { title: 'Lauf', startTimestamp, endTimestamp: startTimestamp };
  const { body } = await admin.json<{ eventId: number }>('POST', '/api/admin/events', input);
  const path = `/api/admin/events/${body.eventId}`;
  const minutesOf = async (at: string) =>
    (await admin.json<{ event: { placeHoldMinutes: number | null } }>('GET', at)).body.event.placeHoldMinutes;
  expect(await minutesOf(path)).toBe(null);
  for (const placeHoldMinutes of [4, 61, 7.5, '15', -1])
    expect((await admin.json('PATCH', path, { placeHoldMinutes })).status).toBe(400);
  expect((await admin.json('PATCH', path, { placeHoldMinutes: 20 })).status).toBe(200);
  expect(await minutesOf(path)).toBe(20);
  const copy = await admin.json<{ copiedEventId: number }>('POST', `${path}/copy`, { title: 'Kopie' });
  expect(await minutesOf(`/api/admin/events/${copy.body.copiedEventId}`)).toBe(20);
  const form = await (await admin.fetch(`/admin/events/${body.eventId}/features`)).text();
  expect(form).toContain('Minuten, die Plätze beim Ausfüllen vorgemerkt sind');
  expect(form).toContain('Verkauft wird nie mehr, als es gibt.');
  await admin.json('PATCH', `${path}/visibility`, { visible: true });
  const seen = await shop.visitor().json<{ event: object }>('GET', `/api/events/${body.eventId}`);
  expect(seen.body.event).not.toHaveProperty('placeHoldMinutes');
});
