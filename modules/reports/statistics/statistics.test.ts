import { parse } from 'csv-parse/sync';
import { eq, sql } from 'drizzle-orm';
import readXlsx from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { updateEvent } from '#modules/events/index.ts';
import { eventViews } from '#modules/events/schema-views.ts';
import { orders } from '#modules/orders/schema.ts';
import { bookingOf, runner } from '#modules/orders/testing.ts';
import { type CalendarDate, hours } from '#src/kernel/time.ts';
import { type Scene, scene } from '#tests/contract/scene.ts';
import { figureInvariants } from '#tests/season/figures.ts';
import { breaches } from '#tests/season/invariants.ts';
import type { Caller } from '#tests/support/shop.ts';

const base = '/api/admin/statistics';
type Rows = { rows: Record<string, unknown>[]; code?: string; details?: { fields: Record<string, string[]> } };
const get = async (who: Caller, path: string) => (await who.json<Rows>('GET', `${base}${path}`)).body;

let nextPerson = 0;
/** An order of the scene's event, paid unless it is said otherwise. */
async function order(at: Scene, people = 1, { paid = true }: { paid?: boolean } = {}): Promise<number> {
  const who = Array.from({ length: people }, () => {
    nextPerson += 1;
    return runner({ localId: `p${nextPerson}`, firstName: `Eva${nextPerson}`, birthDate: '1990-05-01' });
  });
  const { body } = await at.buyer.json<{ orderId: number }>(
    'POST',
    `/api/events/${at.race.eventId}/book`,
    bookingOf(at.race, who),
  );
  if (paid) {
    await at.superAdmin.json('PATCH', `/api/admin/orders/${body.orderId}/status`, { status: 'complete' });
  }
  return body.orderId;
}

/** Later, with everybody logged in anew. */
async function later(at: Scene, to: string): Promise<void> {
  at.shop.clock.set(to);
  at.superAdmin = await at.shop.login('super@example.test', { superAdmin: true });
  at.organizer = await at.shop.login('organizer@example.test');
  at.otherOrganizer = await at.shop.login('other-organizer@example.test');
  at.buyer = await at.shop.login('buyer@example.test');
}

test('complete and shipped orders count on the day they were ordered, in the zone of the event', async () => {
  const at = await scene();
  const { eventId, runId } = at.race;
  const own = `/event/${eventId}`;
  // 2 March; an hour before and after midnight in Vienna.
  await later(at, '2026-03-02T22:30:00Z');
  const first = await order(at, 2);
  at.shop.clock.advance(hours(1));
  await order(at);
  await order(at, 1, { paid: false });
  const total = async (id: number) =>
    (await at.superAdmin.json<{ order: { totalPrice: number } }>('GET', `/api/admin/orders/${id}`)).body.order
      .totalPrice;
  const sum = await total(first);
  const row = (date: string, value: number) => ({ date, eventId, eventTitle: 'Donaulauf', value });
  const all = '/all-my-events/completed-orders';
  for (const who of [at.organizer, at.superAdmin]) {
    expect(await get(who, `${all}/30/orders`)).toEqual({ rows: [row('2026-03-02', 1), row('2026-03-03', 1)] });
    expect((await get(who, `${all}/1/participants`)).rows).toEqual([row('2026-03-03', 1)]);
    expect((await get(who, `${all}/730/participants`)).rows).toEqual([row('2026-03-02', 2), row('2026-03-03', 1)]);
    expect((await get(who, `${all}/2/revenue`)).rows[0]).toEqual(row('2026-03-02', sum));
  }
  expect((await get(at.otherOrganizer, `${all}/730/orders`)).rows).toEqual([]);
  expect((await get(at.organizer, `${own}/completed-orders-payment-types/30/participants`)).rows).toEqual([
    { date: '2026-03-02', paymentMethod: expect.any(String), value: 2 },
    { date: '2026-03-03', paymentMethod: expect.any(String), value: 1 },
  ]);
  expect((await get(at.organizer, `${own}/sold-competition-tickets/30`)).rows).toEqual([
    { date: '2026-03-02', competitionId: runId, competitionTitle: '10 km', value: 2 },
    { date: '2026-03-03', competitionId: runId, competitionTitle: '10 km', value: 1 },
  ]);
  // Elsewhere both were on the same day; a shipped order still counts, a canceled one does not.
  await at.shop.deps.write((work) => updateEvent(work, eventId, { timeZone: 'America/New_York' }));
  expect((await get(at.organizer, `${all}/30/orders`)).rows).toEqual([row('2026-03-02', 2)]);
  await at.superAdmin.json('PATCH', `/api/admin/orders/${first}/status`, { status: 'shipped' });
  expect((await get(at.organizer, `${all}/30/orders`)).rows).toEqual([row('2026-03-02', 2)]);
  await at.superAdmin.json('PATCH', `/api/admin/orders/${first}/cancel`);
  expect((await get(at.organizer, `${all}/30/participants`)).rows).toEqual([row('2026-03-02', 1)]);
  await later(at, '2026-04-12T09:00:00Z');
  expect((await get(at.superAdmin, `${all}/30/orders`)).rows).toEqual([]);
  expect(await breaches(at.shop.deps.read, figureInvariants)).toEqual([]);
});

test('names the field of unknown days and types', async () => {
  const at = await scene();
  const own = `/event/${at.race.eventId}`;
  for (const [path, field] of [
    ['/all-my-events/completed-orders/0/orders', 'days'],
    ['/all-my-events/completed-orders/731/orders', 'days'],
    ['/all-my-events/completed-orders/1e2/orders', 'days'],
    ['/all-my-events/completed-orders/-1/orders', 'days'],
    ['/all-my-events/completed-orders/30/money', 'type'],
    [`${own}/completed-orders-payment-types/x/orders`, 'days'],
    [`${own}/completed-orders-payment-types/30/constructor`, 'type'],
    [`${own}/sold-competition-tickets/1.5`, 'days'],
    ['/order-payments/26', 'year'],
    ['/order-payments/99999', 'year'],
    [`${own}/event-views?from=2026-02-30`, 'from'],
    [`${own}/event-views?from=2026-03-02&to=2026-03-01`, 'to'],
    ['/event-views?format=pdf', 'format'],
  ] as const) {
    const { status, body } = await at.superAdmin.json<Rows>('GET', `${base}${path}`);
    expect([path, status, body.code, Object.keys(body.details?.fields ?? {})]).toEqual([
      path,
      400,
      'VALIDATION_FAILED',
      [field],
    ]);
    // A sentence, not a word of ours.
    expect(
      Object.values(body.details?.fields ?? {})
        .flat()
        .join(),
    ).toMatch(/^[A-ZÄÖÜ].* .*\.$/);
  }
});

test('figures of one event are open to its organizers, those of all to super admins', async () => {
  const at = await scene();
  const own = `${base}/event/${at.race.eventId}`;
  for (const path of [
    `${own}/completed-orders-payment-types/30/orders`,
    `${own}/sold-competition-tickets/30`,
    `${own}/event-views`,
    `${own}/participants`,
    `${own}/voucher-use`,
    `/admin/events/${at.race.eventId}/statistics`,
    `/admin/events/${at.race.eventId}/statistics/files/sales.csv`,
  ]) {
    const statuses = await Promise.all(
      [at.organizer, at.superAdmin, at.otherOrganizer].map(async (who) => (await who.fetch(path)).status),
    );
    expect([path, statuses]).toEqual([path, [200, 200, 404]]);
  }
  for (const path of ['all-articles', 'event-views', 'order-payments/2026']) {
    const statuses = await Promise.all(
      [at.superAdmin, at.organizer].map(async (who) => (await who.fetch(`${base}/${path}`)).status),
    );
    expect([path, statuses]).toEqual([path, [200, 403]]);
  }
});

test('articles: what paid orders hold, what is left, what it brought', async () => {
  const at = await scene();
  const { eventId, shirtId, shirtVariantId } = at.race;
  const shirt = { uniqueLocalId: 'a', articleId: shirtId, variantId: shirtVariantId, quantity: 2 };
  const booking = bookingOf(at.race, [runner({ localId: 's', firstName: 'Shirt', articles: [shirt] })], {
    totalPrice: 8150,
  });
  const { body } = await at.buyer.json<{ orderId: number }>('POST', `/api/events/${eventId}/book`, booking);
  const line = {
    eventId,
    eventTitle: 'Donaulauf',
    articleId: shirtId,
    name: 'Finisher-Shirt',
    variantId: shirtVariantId,
    variantName: 'M',
  };
  expect(await get(at.superAdmin, '/all-articles')).toEqual({
    rows: [{ ...line, sold: 0, available: 48, revenue: 0 }],
  });
  await at.superAdmin.json('PATCH', `/api/admin/orders/${body.orderId}/status`, { status: 'complete' });
  expect((await get(at.superAdmin, '/all-articles')).rows).toEqual([
    { ...line, sold: 2, available: 48, revenue: 5000 },
  ]);
  await at.superAdmin.json('PATCH', `/api/admin/orders/${body.orderId}/cancel`);
  expect((await get(at.superAdmin, '/all-articles')).rows).toEqual([{ ...line, sold: 0, available: 50, revenue: 0 }]);
  expect(await breaches(at.shop.deps.read, figureInvariants)).toEqual([]);
});

test('who takes part: age, gender, nation, club and zip code follow every change of a person', async () => {
  const at = await scene();
  const { eventId } = at.race;
  const person = (localId: string, more: object) =>
    runner({ localId, firstName: localId, birthDate: '1990-05-01', ...more });
  const booking = {
    ...bookingOf(at.race, [
      person('ada', { gender: 'female', nationalityCountryCode: 'AT', club: 'LC Linz' }),
      person('bob', { gender: 'male', nationalityCountryCode: 'DE', club: 'lc  linz ' }),
    ]),
    contactAddress: { firstName: 'Ada', lastName: 'Berger', zipCode: '4020', city: 'Linz', countryCode: 'AT' },
  };
  await at.shop.deps.write((work) => updateEvent(work, eventId, { asksClub: true }));
  const { body } = await at.buyer.json<{ orderId: number }>('POST', `/api/events/${eventId}/book`, booking);
  const people = () =>
    at.organizer.json<{ groups: { people: number }[]; clubs: object[]; areas: object[] }>(
      'GET',
      `${base}/event/${eventId}/participants`,
    );
  expect((await people()).body).toEqual({ groups: [], clubs: [], areas: [] });
  await at.superAdmin.json('PATCH', `/api/admin/orders/${body.orderId}/status`, { status: 'complete' });
  const found = (await people()).body;
  expect(found.groups).toHaveLength(2);
  expect(found.groups).toContainEqual({
    competitionId: at.race.runId,
    gender: 'female',
    birthYear: '1990',
    nation: 'AT',
    people: 1,
  });
  expect(found.clubs).toEqual([{ club: expect.stringMatching(/^lc {1,2}linz$/i), people: 2 }]);
  expect(found.areas).toEqual([{ countryCode: 'AT', zipCode: '4020', people: 2 }]);
  // A person and an address of an order that is paid are changed.
  await at.shop.deps.write(async ({ tx }) => {
    await tx.run(sql`update participants set club = 'ASV', gender = 'diverse' where order_id = ${body.orderId}`);
    await tx
      .update(orders)
      .set({ contactAddress: { firstName: 'A', lastName: 'B', zipCode: '1010', countryCode: 'AT' } })
      .where(eq(orders.id, body.orderId));
  });
  const changed = (await people()).body;
  expect(changed.clubs).toEqual([{ club: 'ASV', people: 2 }]);
  expect(changed.areas).toEqual([{ countryCode: 'AT', zipCode: '1010', people: 2 }]);
  expect(await breaches(at.shop.deps.read, figureInvariants)).toEqual([]);
});

test('the season notices a figure that is wrong', async () => {
  const at = await scene();
  await order(at, 2);
  expect(await breaches(at.shop.deps.read, figureInvariants)).toEqual([]);
  for (const table of ['sold_orders', 'sold_tickets', 'sold_people', 'sold_clubs', 'sold_areas']) {
    const column = table === 'sold_orders' ? 'orders' : table === 'sold_tickets' ? 'tickets' : 'people';
    const add = (by: number) =>
      at.shop.deps.write(({ tx }) => tx.run(sql.raw(`update ${table} set ${column} = ${column} + ${by}`)));
    await add(1);
    expect([table, (await breaches(at.shop.deps.read, figureInvariants)).length > 0]).toEqual([table, true]);
    await add(-1);
  }
});

test('money by month, main organizer and way to pay is that of the ledger', async () => {
  const at = await scene();
  await later(at, '2026-03-31T22:30:00Z');
  const paid = await order(at);
  at.shop.clock.advance(hours(1));
  const row = {
    month: '2026-04',
    organizerId: at.ids.organizerId,
    organizerName: 'LC Linz',
    paymentMethod: 'bank',
    orders: 1,
    paid: 3150,
    refunded: 0,
  };
  expect(await get(at.superAdmin, '/order-payments/2026')).toEqual({ rows: [row] });
  await at.superAdmin.json('PATCH', `/api/admin/orders/${paid}/cancel`, { refund: { mode: 'full' } });
  const refunds = { orderIds: [paid], refundStatus: 'completed' };
  await at.superAdmin.json('POST', '/api/admin/orders/set-refund-status', refunds);
  expect((await get(at.superAdmin, '/order-payments/2026')).rows).toEqual([{ ...row, refunded: 3150 }]);
  expect((await get(at.superAdmin, '/order-payments/2025')).rows).toEqual([]);
  // People read the month as everywhere else.
  for (const path of ['payments?year=2026', 'files/payments.csv?year=2026']) {
    const shown = async (language: string) =>
      (await at.superAdmin.fetch(`/admin/statistics/${path}&lang=${language}`)).text();
    for (const text of [await shown('de'), await shown('en-us')]) expect(text).not.toContain('2026-04');
    expect([await shown('de'), await shown('en-us')]).toEqual([
      expect.stringContaining('April 2026'),
      expect.stringContaining('April 2026'),
    ]);
  }
});

test('voucher use counts what paid orders took', async () => {
  const at = await scene();
  const { eventId } = at.race;
  const type = { eventId, name: 'Treue', prefix: 'T', amount: 500, unit: 'fixed', target: 'event', useType: 'single' };
  const { body: made } = await at.organizer.json<{ voucherTypeId: number }>('POST', '/api/vouchers/type', {
    ...type,
    validFrom: null,
    validTo: null,
  });
  const { body } = await at.organizer.json<{ codes: string[] }>('POST', '/api/vouchers', {
    voucherTypeId: made.voucherTypeId,
    count: 3,
  });
  const booking = bookingOf(at.race, [runner({ localId: 'v', firstName: 'Voucher' })]);
  const placed = await at.buyer.json<{ orderId: number }>('POST', `/api/events/${eventId}/book`, {
    ...booking,
    appliedVouchers: [{ code: body.codes[0] }],
    totalPrice: booking.totalPrice - 500,
  });
  const use = async () => {
    const { rows } = await get(at.organizer, `/event/${eventId}/voucher-use`);
    return rows.find(({ name }) => name === 'Treue');
  };
  const none = { voucherTypeId: made.voucherTypeId, name: 'Treue', codes: 3, codesUsed: 0, orders: 0, discount: 0 };
  expect(await use()).toEqual(none);
  await at.superAdmin.json('PATCH', `/api/admin/orders/${placed.body.orderId}/status`, { status: 'complete' });
  expect(await use()).toEqual({ ...none, codesUsed: 1, orders: 1, discount: 500 });
});

test('event views come as rows and as files that read again the same', async () => {
  const at = await scene();
  const { eventId } = at.race;
  const views = [
    { eventId, day: '2025-02-01' as CalendarDate, count: 9 },
    { eventId, day: '2026-02-28' as CalendarDate, count: 1234 },
    { eventId, day: '2026-03-02' as CalendarDate, count: 5 },
  ];
  await at.shop.deps.write(({ tx }) => tx.insert(eventViews).values(views));
  const row = (date: string, count: number) => ({ date, eventId, eventTitle: 'Donaulauf', views: count });
  const own = `/event/${eventId}/event-views`;
  for (const [who, path] of [
    [at.organizer, own],
    [at.superAdmin, '/event-views'],
  ] as const) {
    expect(await get(who, path)).toEqual({ rows: [row('2026-02-28', 1234), row('2026-03-02', 5)] });
    expect((await get(who, `${path}?from=2025-01-01&to=2026-02-28`)).rows).toEqual([
      row('2025-02-01', 9),
      row('2026-02-28', 1234),
    ]);
  }
  const csv = await at.organizer.fetch(`${base}${own}?format=csv`);
  expect([csv.headers.get('content-type'), csv.headers.get('content-disposition')]).toEqual([
    'text/csv; charset=utf-8',
    'attachment; filename=event-views.csv',
  ]);
  const text = Buffer.from(await csv.arrayBuffer()).toString();
  expect(parse(text, { bom: true, delimiter: ';', record_delimiter: '\r\n' })).toEqual([
    ['Tag', 'Nummer der Veranstaltung', 'Veranstaltung', 'Aufrufe'],
    ['28.02.2026', String(eventId), 'Donaulauf', '1234'],
    ['02.03.2026', String(eventId), 'Donaulauf', '5'],
  ]);
  const xlsx = await at.organizer.fetch(`${base}${own}?format=xlsx`);
  const [sheet] = await readXlsx(Buffer.from(await xlsx.arrayBuffer()));
  expect(sheet?.data.slice(1)).toEqual([
    [new Date('2026-02-28T00:00Z'), eventId, 'Donaulauf', 1234],
    [new Date('2026-03-02T00:00Z'), eventId, 'Donaulauf', 5],
  ]);
});

test('the files beside the charts hold the days, the page shows the sums', async () => {
  const at = await scene();
  const { eventId } = at.race;
  await order(at, 2);
  await later(at, '2026-03-03T09:00:00Z');
  await order(at, 1);
  const path = `/admin/events/${eventId}/statistics`;
  const file = async (name: string, query = '') => {
    const answer = await at.organizer.fetch(`${path}/files/${name}${query}`);
    const text = Buffer.from(await answer.arrayBuffer()).toString();
    return parse(text, { bom: true, delimiter: ';', record_delimiter: '\r\n' }) as string[][];
  };
  const sales = await file('sales.csv', '?days=30&type=participants');
  expect(sales).toHaveLength(31);
  expect(sales.slice(-2)).toEqual([
    ['02.03.2026', '2'],
    ['03.03.2026', '1'],
  ]);
  expect(await file('competitions.csv')).toEqual([
    ['Tag', 'Bewerb', 'Teilnehmende'],
    ['02.03.2026', '10 km', '2'],
    ['03.03.2026', '10 km', '1'],
  ]);
  expect(await file('ages.csv')).toContainEqual(expect.arrayContaining(['30 bis 39', '3']));
  const page = await (await at.organizer.fetch(`${path}?type=participants`)).text();
  expect(page).toContain('<desc');
  expect(page).toContain('Zusammen: 3.');
  expect((await at.organizer.fetch(`${path}/files/nothing.csv`)).status).toBe(404);
  expect((await at.organizer.fetch(`${path}/files/constructor.csv`)).status).toBe(404);
  expect((await at.organizer.fetch(`${path}/files/sales.pdf`)).status).toBe(404);
});

test('two calendar years stand beside each other by months, as one counts them by hand', async () => {
  const at = await scene();
  const prices = new Map<number, number>();
  const sell = async (when: string, people: number, options?: { paid: boolean }) => {
    await later(at, when);
    const id = await order(at, people, options);
    const { body } = await at.superAdmin.json<{ order: { totalPrice: number } }>('GET', `/api/admin/orders/${id}`);
    prices.set(id, body.order.totalPrice);
    return id;
  };
  // The race is long over by then; what counts is when its orders were placed, by the clocks of Vienna.
  const one = await sell('2026-03-10T10:00:00Z', 2);
  const two = await sell('2026-03-31T21:59:00Z', 1);
  const three = await sell('2026-03-31T22:01:00Z', 3);
  const waiting = await sell('2026-04-02T10:00:00Z', 1, { paid: false });
  const moved = await sell('2026-04-03T10:00:00Z', 1);
  // The same order a year before, to the minute at which the year changes in Vienna.
  await at.shop.deps.write(({ tx }) =>
    tx
      .update(orders)
      .set({ orderDate: sql`${Date.parse('2025-12-31T22:59:00Z')}` })
      .where(eq(orders.id, moved)),
  );
  const last = await sell('2026-04-04T10:00:00Z', 2);
  await at.shop.deps.write(({ tx }) =>
    tx
      .update(orders)
      .set({ orderDate: sql`${Date.parse('2025-12-31T23:01:00Z')}` })
      .where(eq(orders.id, last)),
  );
  const priceOf = (...ids: number[]) => ids.reduce((sum, id) => sum + (prices.get(id) ?? 0), 0);
  expect(priceOf(waiting)).toBeGreaterThan(0);
  const file = async (measure: string) => {
    const path = `/admin/statistics/files/years.csv?type=${measure}&year=2026&compare=2025`;
    const text = await (await at.superAdmin.fetch(path)).text();
    const [head, ...rows] = parse(text, { bom: true, delimiter: ';' }) as string[][];
    return { head, rows, of: (month: string) => rows.find(([name]) => name === month)?.slice(1) };
  };
  // By hand: January two of the order that came a minute after midnight, March two and one, April three.
  const people = await file('participants');
  expect(people.head).toEqual(['Monat', '2026', '2025']);
  expect(people.rows).toHaveLength(12);
  const filled = people.rows.filter(([, ...values]) => values.some((value) => value !== '0'));
  expect(filled).toEqual([
    ['Januar', '2', '0'],
    ['März', '3', '0'],
    ['April', '3', '0'],
    ['Dezember', '0', '1'],
  ]);
  const placed = await file('orders');
  expect(['Januar', 'März', 'April', 'Dezember'].map(placed.of)).toEqual([
    ['1', '0'],
    ['2', '0'],
    ['1', '0'],
    ['0', '1'],
  ]);
  const euros = (cents: number) => `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`;
  const money = await file('revenue');
  expect(['Januar', 'März', 'April', 'Dezember'].map(money.of)).toEqual([
    [euros(priceOf(last)), '0,00'],
    [euros(priceOf(one, two)), '0,00'],
    [euros(priceOf(three)), '0,00'],
    ['0,00', euros(priceOf(moved))],
  ]);
  // Without a choice it is the year before.
  const page = await (await at.superAdmin.fetch('/admin/statistics/years?type=participants&year=2026')).text();
  expect(page).toContain('2026: 8. 2025: 1.');
  expect(await breaches(at.shop.deps.read, figureInvariants)).toEqual([]);
});
