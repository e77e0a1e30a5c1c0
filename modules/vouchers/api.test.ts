import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { bookingOf, makeRace, type Race, runner } from '#modules/orders/testing.ts';
import { addOrganizerUser, createOrganizer } from '#modules/organizers/index.ts';
import { type Caller, testShop } from '#tests/support/shop.ts';
import { codeAlphabet } from './rules/codes.ts';
import { foldCode } from './rules/voucher.ts';

/** An organizer with two races, another organizer, and a buyer. */
async function scene(now = '2026-03-02T09:00:00Z') {
  const shop = await testShop({ now, env: { LIMIT_FACTOR: '0' } });
  const [race, second] = await shop.deps.write(async (work) => {
    const organizerId = await createOrganizer(work, { name: 'LC Linz' });
    await addOrganizerUser(work, organizerId, 'organizer@example.test');
    const other = await createOrganizer(work, { name: 'SV Wien' });
    await addOrganizerUser(work, other, 'other@example.test');
    const first = await makeRace(work, { event: { organizerId } });
    return [first, await makeRace(work, { event: { organizerId } })] as const;
  });
  const organizer = await shop.login('organizer@example.test');
  const other = await shop.login('other@example.test');
  const buyer = await shop.login('buyer@example.test');
  return { shop, race, second, organizer, other, buyer };
}

type Type = { id: number; name: string; amount: number; unit: string; validFrom: string; validTo: string };
const code = ({ status, body }: { status: number; body: unknown }) => [status, (body as { code?: string }).code];
const fieldsOf = ({ body }: { body: unknown }) =>
  (body as { details?: { fields?: Record<string, string[]> } }).details?.fields ?? {};

const make = async (who: Caller, eventId: number, fields: object = {}): Promise<number> => {
  const made = await who.json<{ voucherTypeId: number }>('POST', '/api/vouchers/type', {
    eventId,
    name: 'Verein',
    ...fields,
  });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  return made.body.voucherTypeId;
};
const types = async (who: Caller, eventId: number, query = '') =>
  (await who.json<{ count: number; rows: Type[] }>('GET', `/api/vouchers/list/${eventId}${query}`)).body;
type Code = { code: string; status: string; orderIds: number[]; discountAmount: number; useCount: number };
const codes = async (who: Caller, eventId: number, typeId: number, query = '') =>
  (await who.json<{ count: number; rows: Code[] }>('GET', `/api/vouchers/list/${eventId}/${typeId}${query}`)).body;
const give = (who: Caller, voucherTypeId: number, word: string) =>
  who.json<{ voucher: Code }>('POST', '/api/vouchers/code', { voucherTypeId, code: word });
const book = async (buyer: Caller, race: Race, word: string, totalPrice: number): Promise<number> => {
  const placed = await buyer.json<{ orderId: number }>(
    'POST',
    `/api/events/${race.eventId}/book`,
    bookingOf(race, [runner()], { appliedVouchers: [{ code: word }], totalPrice }),
  );
  expect(placed.status, JSON.stringify(placed.body)).toBe(201);
  return placed.body.orderId;
};

test('a new kind of voucher is worth nothing, for the event, as often as one likes, today where the event is', async () => {
  const { race, organizer } = await scene('2026-03-28T23:30:00Z');
  const id = await make(organizer, race.eventId);
  expect(await types(organizer, race.eventId)).toEqual({
    count: 1,
    rows: [
      {
        id,
        eventId: race.eventId,
        name: 'Verein',
        paidByPlatform: false,
        prefix: '',
        amount: 0,
        unit: 'fixed',
        target: 'event',
        useType: 'multi',
        // The night before the clocks change: that day has 23 hours in Vienna.
        validFrom: '2026-03-28T23:00:00.000Z',
        validTo: '2026-03-29T21:59:59.999Z',
        competitionId: null,
        competitionPriceId: null,
        articleId: null,
      },
    ],
  });
});

test('percent come back as they were sent, and a later first day is a whole day', async () => {
  const { race, organizer } = await scene();
  await make(organizer, race.eventId, { unit: 'percentage', amount: 12.35, validFrom: '2026-05-01T08:00:00+02:00' });
  const { rows } = await types(organizer, race.eventId);
  expect(rows[0]).toMatchObject({
    amount: 12.35,
    unit: 'percentage',
    validFrom: '2026-05-01T06:00:00.000Z',
    validTo: '2026-05-01T21:59:59.999Z',
  });
  for (const amount of [100.01, 33.333, -1, 1e9])
    expect(
      fieldsOf(
        await organizer.json('POST', '/api/vouchers/type', {
          eventId: race.eventId,
          name: 'x',
          unit: 'percentage',
          amount,
        }),
      ),
    ).toHaveProperty('amount');
  const halfACent = { eventId: race.eventId, name: 'x', amount: 10.5 };
  expect(fieldsOf(await organizer.json('POST', '/api/vouchers/type', halfACent))).toHaveProperty('amount');
});

test('target and ids must fit each other and the event', async () => {
  const { race, second, organizer } = await scene();
  const { runId, runPriceId, shirtId, eventId } = race;
  const right = [
    { target: 'article', articleId: shirtId },
    { target: 'competition', competitionId: runId },
    { target: 'competitionPrice', competitionPriceId: runPriceId },
    { target: 'participant' },
    { target: 'participant', competitionId: runId },
    { target: 'team', competitionId: race.relayId },
    { target: 'order' },
  ];
  for (const fields of right) await make(organizer, eventId, fields);
  const wrong: [object, string][] = [
    [{ target: 'article' }, 'articleId'],
    [{ target: 'competition' }, 'competitionId'],
    [{ target: 'competitionPrice' }, 'competitionPriceId'],
    [{ target: 'event', competitionId: runId }, 'competitionId'],
    [{ target: 'order', articleId: shirtId }, 'articleId'],
    [{ target: 'article', articleId: shirtId, competitionId: runId }, 'competitionId'],
    [{ target: 'article', articleId: second.shirtId }, 'articleId'],
    [{ target: 'competition', competitionId: second.runId }, 'competitionId'],
    [{ target: 'competitionPrice', competitionPriceId: second.runPriceId }, 'competitionPriceId'],
    [{ target: 'participant', competitionId: 999_999 }, 'competitionId'],
    [{ target: 'team', competitionId: runId }, 'competitionId'],
    [{ unit: 'percentage', amount: 1e-9 }, 'amount'],
    [{ validFrom: '2026-05-02T00:00:00Z', validTo: '2026-05-01T00:00:00Z' }, 'validTo'],
    [{ name: ' ' }, 'name'],
    [{ prefix: 'a\tb' }, 'prefix'],
  ];
  for (const [fields, field] of wrong) {
    const refused = await organizer.json('POST', '/api/vouchers/type', { eventId, name: 'x', ...fields });
    expect([fields, ...code(refused), Object.keys(fieldsOf(refused))]).toEqual([
      fields,
      400,
      'VALIDATION_FAILED',
      [field],
    ]);
  }
  expect((await types(organizer, eventId)).count).toBe(right.length);
});

test('a change takes any part, and the whole must fit', async () => {
  const { race, second, organizer } = await scene();
  const id = await make(organizer, race.eventId, { amount: 500, target: 'article', articleId: race.shirtId });
  const change = (fields: object) => organizer.json('PATCH', `/api/vouchers/types/${id}`, fields);
  expect(fieldsOf(await change({ target: 'event' }))).toHaveProperty('articleId');
  expect(fieldsOf(await change({ unit: 'percentage' }))).toHaveProperty('amount');
  expect(fieldsOf(await change({ eventId: second.eventId }))).toHaveProperty('eventId');
  expect(fieldsOf(await change({ validTo: '2020-01-01T00:00:00Z' }))).toHaveProperty('validTo');
  expect((await types(organizer, race.eventId)).rows[0]).toMatchObject({ amount: 500, unit: 'fixed' });
  const done = await change({
    eventId: race.eventId,
    target: 'event',
    articleId: null,
    unit: 'percentage',
    amount: 15,
    validFrom: null,
    validTo: null,
  });
  expect(done).toMatchObject({ status: 200, body: { voucherTypeId: id } });
  expect((await types(organizer, race.eventId)).rows[0]).toMatchObject({
    target: 'event',
    amount: 15,
    unit: 'percentage',
    articleId: null,
    validFrom: null,
  });
});

test('refuses another use type while live orders hold codes', async () => {
  const { race, organizer, buyer } = await scene();
  const id = await make(organizer, race.eventId, { amount: 500 });
  await give(organizer, id, 'ONE');
  const change = (useType: string) => organizer.json('PATCH', `/api/vouchers/types/${id}`, { useType });
  const orderId = await book(buyer, race, 'one', 2650);
  expect(code(await change('single'))).toEqual([409, 'RESOURCE_IN_USE']);
  expect((await change('multi')).status).toBe(200);
  await organizer.json('PATCH', `/api/admin/orders/${orderId}/cancel`);
  expect((await change('single')).status).toBe(200);
});

test('ten thousand codes at once: readable, and each once', { timeout: 30_000 }, async () => {
  const { race, organizer } = await scene();
  const id = await make(organizer, race.eventId, { prefix: 'LC-', useType: 'single' });
  const made = await organizer.json<{ codes: string[] }>('POST', '/api/vouchers', { voucherTypeId: id, count: 10_000 });
  expect(made.status).toBe(200);
  const pattern = new RegExp(`^LC-[${codeAlphabet}]{8}$`);
  expect(made.body.codes.filter((each) => !pattern.test(each))).toEqual([]);
  expect(new Set(made.body.codes.map(foldCode)).size).toBe(10_000);
  expect((await codes(organizer, race.eventId, id)).count).toBe(10_000);
  for (const count of [0, 10_001, 1.5, '5'])
    expect(code(await organizer.json('POST', '/api/vouchers', { voucherTypeId: id, count }))).toEqual([
      400,
      'VALIDATION_FAILED',
    ]);
});

test('stores a chosen code as given, once per event', async () => {
  const { race, second, organizer } = await scene();
  const id = await make(organizer, race.eventId);
  const made = await give(organizer, id, '  Verein   Linz 10 ');
  expect(made).toMatchObject({
    status: 200,
    body: { voucher: { code: 'Verein Linz 10', status: 'ready', name: 'Verein', eventId: race.eventId } },
  });
  for (const same of ['verein linz 10', 'VEREINLINZ10', 'Ｖerein Linz 10'])
    expect(code(await give(organizer, id, same))).toEqual([409, 'INVALID_VOUCHER_CODE_EXISTS']);
  const elsewhere = await make(organizer, second.eventId);
  expect((await give(organizer, elsewhere, 'VEREINLINZ10')).status).toBe(200);
  for (const wrong of ['', '   ', 'a\tb', 'x'.repeat(51), '\u200b'])
    expect(code(await give(organizer, id, wrong))).toEqual([400, 'VALIDATION_FAILED']);
  expect((await give(organizer, id, 'x'.repeat(50))).status).toBe(200);
});

test('deactivating compares codes as buyers do, leaves other events alone, and can be taken back', async () => {
  const { race, second, organizer, buyer } = await scene();
  const id = await make(organizer, race.eventId, { amount: 500, useType: 'single' });
  const elsewhere = await make(organizer, second.eventId);
  for (const word of ['AAA 1', 'BBB2', 'CCC3']) await give(organizer, id, word);
  await give(organizer, elsewhere, 'AAA1');
  await book(buyer, race, 'ccc3', 2650);
  const turn = (what: string, list: string[]) =>
    organizer.json('POST', `/api/vouchers/${what}/${race.eventId}`, { codes: list });
  expect((await turn('deactivate', ['aaa1', 'AAA 1', 'ccc3', 'unknown'])).body).toEqual({ count: 2 });
  expect((await turn('deactivate', ['aaa1'])).body).toEqual({ count: 0 });
  const statuses = async (query = '') =>
    (await codes(organizer, race.eventId, id, query)).rows.map(({ code: word, status }) => [word, status]);
  expect(await statuses()).toEqual([
    ['AAA 1', 'deactivated'],
    ['BBB2', 'ready'],
    ['CCC3', 'used'],
  ]);
  expect((await codes(organizer, second.eventId, elsewhere)).rows[0]).toMatchObject({ status: 'ready' });
  const refused = await buyer.json(
    'POST',
    `/api/events/${race.eventId}/quote`,
    bookingOf(race, [runner()], { appliedVouchers: [{ code: 'aaa1' }] }),
  );
  expect(code(refused)).toEqual([409, 'INVALID_VOUCHER_STATUS']);
  expect((await turn('activate', ['AAA1', 'bbb2'])).body).toEqual({ count: 1 });
  const filter = (field: string, value: string) =>
    `?filter=${encodeURIComponent(JSON.stringify([{ field, type: 'eq', value }]))}`;
  expect(await statuses(filter('status', 'used'))).toEqual([['CCC3', 'used']]);
  expect(await statuses('?q=a%20aa')).toEqual([['AAA 1', 'ready']]);
  expect(await statuses(`?order=${encodeURIComponent('[{"field":"code","dir":"desc"}]')}&limit=1`)).toEqual([
    ['CCC3', 'used'],
  ]);
});

test('lists and statistics say where codes were used; canceled orders count no longer', async () => {
  const { race, organizer, buyer } = await scene();
  const id = await make(organizer, race.eventId, { amount: 10, unit: 'percentage', target: 'participant' });
  await give(organizer, id, 'TEN');
  await give(organizer, id, 'OTHER');
  const single = await make(organizer, race.eventId, { name: 'Ehrengast', amount: 3000, useType: 'single' });
  await give(organizer, single, 'GUEST');
  const first = await book(buyer, race, 'ten', 2850);
  const second = await book(buyer, race, 'TEN', 2850);
  await book(buyer, race, 'guest', 0);
  expect((await codes(organizer, race.eventId, id)).rows).toMatchObject([
    {
      code: 'TEN',
      status: 'ready',
      useCount: 2,
      discountAmount: 600,
      orderIds: [first, second],
      voucherTypeId: id,
      amount: 10,
      unit: 'percentage',
      competitionPriceId: null,
    },
    { code: 'OTHER', useCount: 0, discountAmount: 0, orderIds: [] },
  ]);
  await organizer.json('PATCH', `/api/admin/orders/${first}/cancel`);
  const { body } = await organizer.json('GET', `/api/vouchers/statistics/${race.eventId}`);
  expect(body).toEqual({
    rows: [
      {
        voucherTypeId: single,
        name: 'Ehrengast',
        codes: 1,
        ready: 0,
        used: 1,
        deactivated: 0,
        orders: 1,
        discountAmount: 3000,
      },
      {
        voucherTypeId: id,
        name: 'Verein',
        codes: 2,
        ready: 2,
        used: 0,
        deactivated: 0,
        orders: 1,
        discountAmount: 300,
      },
    ],
  });
});

test("answers 404 for another organizer's vouchers", async () => {
  const { race, second, organizer, other, buyer } = await scene();
  const voucherTypeId = await make(organizer, race.eventId);
  await give(organizer, voucherTypeId, 'MINE');
  const calls: [string, string, object?][] = [
    ['POST', '/api/vouchers/type', { eventId: race.eventId, name: 'x' }],
    ['PATCH', `/api/vouchers/types/${voucherTypeId}`, { name: 'x' }],
    ['POST', '/api/vouchers', { voucherTypeId, count: 1 }],
    ['POST', '/api/vouchers/code', { voucherTypeId, code: 'x' }],
    ['POST', `/api/vouchers/deactivate/${race.eventId}`, { codes: ['MINE'] }],
    ['POST', `/api/vouchers/activate/${race.eventId}`, { codes: ['MINE'] }],
    ['GET', `/api/vouchers/list/${race.eventId}`],
    ['GET', `/api/vouchers/list/${race.eventId}/${voucherTypeId}`],
    ['GET', `/api/vouchers/statistics/${race.eventId}`],
  ];
  for (const [method, path, body] of calls) {
    expect([path, ...code(await other.json(method, path, body))]).toEqual([path, 404, 'NOT_FOUND']);
    expect([path, ...code(await buyer.json(method, path, body))]).toEqual([path, 403, 'NO_PERMISSION']);
  }
  const ofSecond = await organizer.json('GET', `/api/vouchers/list/${second.eventId}/${voucherTypeId}`);
  expect(code(ofSecond)).toEqual([404, 'NOT_FOUND']);
  expect(code(await organizer.json('PATCH', '/api/vouchers/types/999999', { name: 'x' }))).toEqual([404, 'NOT_FOUND']);
  expect((await codes(organizer, race.eventId, voucherTypeId)).rows).toMatchObject([{ code: 'MINE', status: 'ready' }]);
});

test('every change stands in the history of the event, in words', async () => {
  const { race, organizer } = await scene();
  const id = await make(organizer, race.eventId, {
    name: 'Vereinsrabatt',
    amount: 10,
    unit: 'percentage',
    target: 'competition',
    competitionId: race.runId,
  });
  await organizer.json('PATCH', `/api/vouchers/types/${id}`, { unit: 'fixed', amount: 500 });
  const competitionPriceId = race.runPriceId;
  await make(organizer, race.eventId, { name: 'Einladung', target: 'competitionPrice', competitionPriceId });
  await organizer.json('POST', '/api/vouchers', { voucherTypeId: id, count: 123 });
  await give(organizer, id, 'LINZ');
  await organizer.json('POST', `/api/vouchers/deactivate/${race.eventId}`, { codes: ['linz'] });
  await organizer.json('POST', `/api/vouchers/activate/${race.eventId}`, { codes: ['linz'] });
  const html = await (await organizer.fetch(`/admin/events/${race.eventId}/history`)).text();
  const text = html.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ');
  for (const said of [
    'Gutscheinart angelegt: Vereinsrabatt',
    'Gutscheinart geändert: Vereinsrabatt',
    'vorher 10 % 5,00 €',
    'Gilt für einen Bewerb',
    'Bewerb 10 km',
    'Preis 10 km / 30,00 €',
    'Gutscheincodes angelegt: Vereinsrabatt',
    'Erzeugt 123',
    'Angelegt LINZ',
    'Deaktiviert LINZ',
    'Wieder aktiv LINZ',
  ])
    expect(text).toContain(said);
});

test('only the platform changes types it pays for; organizers may switch codes off', async () => {
  const { shop, race, organizer, second } = await scene();
  const admin = await shop.login('admin@example.test', { superAdmin: true });
  const { eventId } = race;
  const kind = { eventId, name: 'Partner', amount: 1000, validTo: null };
  const paid = { paidByPlatform: true };
  expect(code(await organizer.json('POST', '/api/vouchers/type', { ...kind, ...paid }))).toEqual([
    403,
    'NO_PERMISSION',
  ]);
  const own = await make(organizer, eventId, { ...kind, paidByPlatform: false });
  expect(code(await organizer.json('PATCH', `/api/vouchers/types/${own}`, paid))).toEqual([403, 'NO_PERMISSION']);
  expect((await organizer.json('PATCH', `/api/vouchers/types/${own}`, { paidByPlatform: false })).status).toBe(200);
  expect((await admin.json('PATCH', `/api/vouchers/types/${own}`, paid)).status).toBe(200);
  expect((await types(organizer, eventId)).rows).toMatchObject([{ id: own, ...paid }]);
  expect((await give(admin, own, 'PLUS')).status).toBe(200);
  for (const [method, path, body] of [
    ['PATCH', `/api/vouchers/types/${own}`, { amount: 9000 }],
    ['PATCH', `/api/vouchers/types/${own}`, { paidByPlatform: false }],
    ['POST', '/api/vouchers', { voucherTypeId: own, count: 1 }],
    ['POST', '/api/vouchers/code', { voucherTypeId: own, code: 'MEHR' }],
  ] as const)
    expect(code(await organizer.json(method, path, body)), path).toEqual([403, 'NO_PERMISSION']);
  const turn = (who: Caller, way: string) => who.json('POST', `/api/vouchers/${way}/${eventId}`, { codes: ['PLUS'] });
  expect((await turn(organizer, 'deactivate')).status).toBe(200);
  expect(code(await turn(organizer, 'activate'))).toEqual([403, 'NO_PERMISSION']);
  expect((await codes(organizer, eventId, own)).rows).toMatchObject([{ code: 'PLUS', status: 'deactivated' }]);
  expect((await turn(admin, 'activate')).status).toBe(200);
  const said = await shop.deps.read.all<{ changes: string }>(
    sql`select changes from event_audits where record_id = ${own} and action = 'changed' and kind = 'voucherType'`,
  );
  expect(said.map(({ changes }) => JSON.parse(changes))).toEqual([
    [{ field: 'paidByPlatform', before: false, after: true }],
  ]);
  // Pages say the same, and forms of others take nothing of it.
  const page = `/admin/voucher-types/${eventId}/${own}`;
  const text = async (who: Caller, path: string) => (await who.fetch(path)).text();
  expect(await text(organizer, page)).not.toContain('name="amount"');
  expect(await text(organizer, page)).toContain('Startblock zahlt, was diese Gutscheine abziehen');
  expect(await text(admin, page)).toContain('name="paidByPlatform"');
  expect(await text(organizer, `/admin/voucher-types/${eventId}`)).toContain('Startblock zahlt');
  expect(await text(organizer, `/admin/vouchers/${eventId}/${own}`)).not.toContain('/generate"');
  const form = { name: 'Mehr', amount: '90', unit: 'fixed', target: 'event', useType: 'multi', paidByPlatform: 'true' };
  await organizer.form(page, form);
  await organizer.form(`/admin/vouchers/${eventId}/${own}/generate`, { count: '3' });
  expect((await types(organizer, eventId)).rows).toMatchObject([{ name: 'Partner', amount: 1000 }]);
  expect((await codes(organizer, eventId, own)).count).toBe(1);
  await organizer.form(`/admin/voucher-types/${second.eventId}/new`, form);
  expect((await types(organizer, second.eventId)).rows).toMatchObject([{ name: 'Mehr', paidByPlatform: false }]);
});
