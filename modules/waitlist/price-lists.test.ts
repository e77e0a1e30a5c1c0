import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { bookingOf, runner } from '#modules/orders/testing.ts';
import { hours } from '#src/kernel/time.ts';
import type { Caller } from '#tests/support/shop.ts';
import { soldOut } from './testing.ts';

/** Three early places are sold, at 30 € each; seven more are on sale at 40 €. One may wait for an early one. */
async function earlySoldOut({ hasWaitlist = true }: { hasWaitlist?: boolean } = {}) {
  const at = await soldOut();
  const { office, race } = at;
  const { runId, runPriceId: priceId, eventId } = race;
  const early = `/api/admin/competition-prices/${priceId}`;
  await office.json('PATCH', `/api/admin/competitions/${runId}`, { totalTicketCount: 10 });
  await office.json('POST', `/api/admin/competition-prices/${runId}`, { price: 4000, quantity: 7, priceOrder: 2 });
  expect((await office.json('PATCH', early, { hasWaitlist })).status).toBe(200);
  await at.settle();
  const bookAt = (who: Caller, totalPrice: number, firstName = 'Ana') =>
    who.json<{ code?: string }>('POST', `/api/events/${eventId}/book`, {
      ...bookingOf(race, [runner({ firstName })]),
      totalPrice,
    });
  const { totalPrice: thirty } = bookingOf(race, [runner()]);
  return { ...at, priceId, bookAt, early, thirty, forty: thirty + 1000 };
}

test('one waits for a price that its organizer gave a list, and reads what one waits for', async () => {
  const { waits, join, buyer, priceId, race, mails, linkOf, visitor, office } = await earlySoldOut();
  const page = async () => (await (await visitor().fetch(`/events/${race.eventId}`)).text()).replaceAll(/\u00a0/g, ' ');
  expect(await page()).toContain(`waitlist?competition=${race.runId}-${priceId}`);
  // Others are on sale, so nobody waits for whatever comes.
  expect((await join(buyer)).body.details?.reason).toBe('notSoldOut');
  const first = await waits({ priceId });
  expect([first.joined.status, first.joined.body]).toEqual([201, { state: 'waiting', position: 1 }]);
  expect((await join(first.caller, { priceId })).body.code).toBe('WAITLIST_ALREADY_ON_IT');
  expect((await mails(first.email))[0]?.text.replaceAll(/\u00a0/g, ' ')).toContain('10 km zu 30,00 €');
  expect(await (await visitor().fetch(await linkOf(first.email))).text()).toContain('10 km zu 30,00');
  expect((await join(buyer, { priceId: priceId + 5 })).status).toBe(404);
  const list = await office.json<{ rows: object[]; tallies: object[] }>(
    'GET',
    `/api/admin/events/${race.eventId}/waitlist`,
  );
  expect(list.body.rows).toMatchObject([{ priceId, price: 3000 }]);
  expect(list.body.tallies).toEqual([
    { ...{ competitionId: race.runId, priceId, variantId: null }, ...{ state: 'waiting', people: 1, places: 1 } },
  ]);
});

test('the form of the page joins it as well', async () => {
  const { buyer, priceId, race, statesOf } = await earlySoldOut();
  const path = `/events/${race.eventId}/waitlist`;
  const competition = `${race.runId}-${priceId}`;
  expect(await (await buyer.fetch(`${path}?competition=${competition}`)).text()).toContain(`value="${competition}"`);
  const joined = await buyer.form(path, { competition, places: '1' });
  expect([joined.status, await statesOf()]).toEqual([303, ['waiting']]);
  expect(await (await buyer.fetch(path)).text()).toContain('10 km zu 30,00');
});

test('a price without a list has none', async () => {
  const { join, buyer, priceId, race, visitor } = await earlySoldOut({ hasWaitlist: false });
  expect((await join(buyer, { priceId })).body.details?.reason).toBe('notSoldOut');
  expect(await (await visitor().fetch(`/events/${race.eventId}`)).text()).not.toContain('/waitlist');
});

test('what comes free at the price is the first one’s, and walk-ins buy at the next price meanwhile', async () => {
  const { waits, cancel, bookAt, priceId, linkOf, stepOf, visitor, statesOf, settle, deps, login, thirty, forty } =
    await earlySoldOut();
  const [first, second] = [await waits({ priceId }), await waits({ priceId })];
  await cancel();
  expect(await statesOf()).toEqual(['offered', 'waiting']);
  const walkIn = await login('walk@example.test');
  expect((await bookAt(walkIn, thirty)).status).toBe(409);
  expect((await bookAt(second.caller, thirty)).status).toBe(409);
  expect((await bookAt(walkIn, forty)).status).toBe(201);
  const phone = visitor();
  await phone.form(stepOf(await linkOf(first.email), 'open'), {});
  expect((await bookAt(phone, thirty)).status).toBe(201);
  await settle();
  expect(await statesOf()).toEqual(['bought', 'waiting']);
  expect(await deps.read.all(sql`select price_id from kept_prices`)).toEqual([{ price_id: priceId }]);
});

test('an offer that lapses goes on, and whoever leaves gives the price back to everybody', async () => {
  const { waits, cancel, bookAt, priceId, linkOf, stepOf, visitor, statesOf, settle, clock, login, deps, thirty } =
    await earlySoldOut();
  const [first, second] = [await waits({ priceId }), await waits({ priceId })];
  await cancel();
  clock.advance(hours(30));
  await settle();
  expect(await statesOf()).toEqual(['lapsed', 'offered']);
  expect((await visitor().form(stepOf(await linkOf(first.email), 'open'), {})).headers.get('location')).toContain(
    '/waitlist/',
  );
  expect((await bookAt(first.caller, thirty)).status).toBe(409);
  await visitor().form(stepOf(await linkOf(second.email), 'leave'), {});
  await settle();
  expect(await statesOf()).toEqual(['lapsed', 'declined']);
  expect(await deps.read.all(sql`select price_id from kept_prices`)).toEqual([]);
  expect((await bookAt(await login('walk@example.test'), thirty)).status).toBe(201);
});

test.each([true, false])('forty walk-ins at once, somebody waits for the price: %s', async (isWaited) => {
  const { waits, cancel, bookAt, priceId, login, deps, thirty } = await earlySoldOut();
  if (isWaited) await waits({ priceId });
  await cancel();
  const crowd = await Promise.all(Array.from({ length: 40 }, (_, n) => login(`walk${n}@example.test`)));
  const answers = await Promise.all(crowd.map((who, n) => bookAt(who, thirty, `Ana${n}`)));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(isWaited ? 0 : 1);
  const [row] = await deps.read.all<{ sold: number }>(sql`select sold from competition_prices where id = ${priceId}`);
  expect(row?.sold).toBe(isWaited ? 2 : 3);
});

test.each([true, false])(
  'the last place of the competition, freed at the price, is no walk-in’s at another one: waited for %s',
  async (isWaited) => {
    const { waits, cancel, bookAt, priceId, statesOf, login, race, office, deps, settle, forty } = await earlySoldOut();
    // Two wait for two places together, so that one alone is offered to nobody.
    if (isWaited) await waits({ priceId, places: 2 });
    await office.json('PATCH', `/api/admin/competitions/${race.runId}`, { totalTicketCount: 3 });
    await settle();
    await cancel();
    const crowd = await Promise.all(Array.from({ length: 20 }, (_, n) => login(`walk${n}@example.test`)));
    const answers = await Promise.all(crowd.map((who, n) => bookAt(who, forty, `Ana${n}`)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(0);
    const [row] = await deps.read.all<{ sold: number }>(sql`select sold from competitions where id = ${race.runId}`);
    expect(row?.sold).toBe(2);
    const early = await bookAt(await login('early@example.test'), forty - 1000);
    expect(early.status).toBe(isWaited ? 409 : 201);
    if (isWaited) {
      await cancel();
      expect(await statesOf()).toEqual(['offered']);
    }
  },
);

test('whoever takes any price comes before those who wait for one', async () => {
  const { waits, cancel, bookAt, priceId, statesOf, login, race, office, forty } = await earlySoldOut();
  const early = await waits({ priceId });
  await office.json('PATCH', `/api/admin/competitions/${race.runId}`, { totalTicketCount: 3 });
  const any = await waits();
  expect([early.joined.status, any.joined.status]).toEqual([201, 201]);
  await cancel();
  expect(await statesOf()).toEqual(['waiting', 'offered']);
  expect((await bookAt(await login('walk@example.test'), forty)).status).toBe(409);
});

test('the organizer gives more places at the price to its line, and offers by hand', async () => {
  const { waits, priceId, race, office, statesOf, settle, deps } = await earlySoldOut();
  const [, second] = [await waits({ priceId, places: 2 }), await waits({ priceId, places: 2 })];
  const more = { competitionId: race.runId, priceId, count: 1 };
  expect((await office.json('POST', `/api/admin/events/${race.eventId}/waitlist-places`, more)).status).toBe(204);
  await settle();
  expect(await statesOf()).toEqual(['waiting', 'waiting']);
  const form = { competition: `${race.runId}-${priceId}`, count: '1' };
  expect((await office.form(`/admin/events/${race.eventId}/waitlist/places`, form)).status).toBe(303);
  await settle();
  expect(await statesOf()).toEqual(['offered', 'waiting']);
  const [row] = await deps.read.all<object>(
    sql`select c.total_ticket_count total, p.quantity_total quantity from competitions c, competition_prices p
      where c.id = ${race.runId} and p.id = ${priceId}`,
  );
  expect(row).toEqual({ total: 10, quantity: 5 });
  const [entry] = await deps.read.all<{ id: number }>(
    sql`select id from waitlist_entries where email = ${second.email}`,
  );
  const offer = `/api/admin/events/${race.eventId}/waitlist/${entry?.id}/offer`;
  expect((await office.json<{ code: string }>('POST', offer)).body.code).toBe('WAITLIST_NO_PLACES');
  await office.json('POST', `/api/admin/events/${race.eventId}/waitlist-places`, { ...more, count: 2 });
  await settle();
  expect(await statesOf()).toEqual(['offered', 'offered']);
});

test('when the price ends, its list ends with a mail', async () => {
  const { waits, priceId, early, office, statesOf, settle, mails, clock } = await earlySoldOut();
  const first = await waits({ priceId });
  const availableTo = new Date(clock() + hours(2)).toISOString();
  await office.json('PATCH', early, { availableTo });
  clock.advance(hours(3));
  await settle();
  expect(await statesOf()).toEqual(['closed']);
  expect((await mails(first.email))[0]?.text.replaceAll(/\u00a0/g, ' ')).toContain('10 km zu 30,00 €');
});

test.each([{ hasWaitlist: false }, { onlyBuyableWithVoucher: true }])(
  'with %o its list ends with a mail, and it is kept for nobody',
  async (change) => {
    const { waits, priceId, early, office, statesOf, settle, mails, deps } = await earlySoldOut();
    const first = await waits({ priceId });
    const before = (await mails(first.email)).length;
    expect((await office.json('PATCH', early, change)).status).toBe(200);
    await settle();
    expect(await statesOf()).toEqual(['closed']);
    expect(await mails(first.email)).toHaveLength(before + 1);
    expect(await deps.read.all(sql`select price_id from kept_prices`)).toEqual([]);
  },
);

test('an offer whose price is deleted leads back to where one stood', async () => {
  const { waits, race, office, statesOf, settle, mails, deps } = await soldOut();
  const first = await waits();
  await office.json('PATCH', `/api/admin/competitions/${race.runId}`, { totalTicketCount: 4 });
  await office.json('POST', `/api/admin/competition-prices/${race.runId}`, { price: 4000, quantity: 1, priceOrder: 2 });
  await settle();
  expect(await statesOf()).toEqual(['offered']);
  const [price] = await deps.read.all<{ id: number }>(
    sql`select max(id) id from competition_prices where price_cents = 4000`,
  );
  expect((await office.json('DELETE', `/api/admin/competition-prices/${price?.id}`)).status).toBeLessThan(300);
  await settle();
  expect(await statesOf()).toEqual(['waiting']);
  expect((await mails(first.email))[0]?.subject).toContain('gilt leider nicht mehr');
});
