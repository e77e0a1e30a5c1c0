import readXlsx from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { addOrganizerUser, createOrganizer } from '#modules/organizers/index.ts';
import { checkDigits } from '#src/kernel/check-digits.ts';
import { minutes } from '#src/kernel/time.ts';
import { translatorFor } from '#src/texts/locale.ts';
import { type Caller, type TestShop, testShop } from '#tests/support/shop.ts';
import { bookingOf, makeRace, type Race, runner } from '../testing.ts';

type Any = Record<string, unknown>;
type List = { count: number; rows: { id: number; status: string }[]; code?: string };

/** One shop with orders of two events and two organizers; the tests only read it, apart from the last. */
let shop: TestShop;
let races: { mine: Race; other: Race; foreign: Race };
let organizer: Caller;
let admin: Caller;
const ids: Record<string, number> = {};

async function book(name: string, race: Race, email: string, people: Any[], change: Any = {}): Promise<void> {
  const buyer = shop.visitor();
  await buyer.json('POST', '/api/auth/code/unauthenticated-login', { email, eventId: race.eventId });
  const runners = people.map((person) => runner({ email: null, ...person }));
  const { body, status } = await buyer.json<{ orderId: number }>(
    'POST',
    `/api/events/${race.eventId}/book`,
    bookingOf(race, runners, change),
  );
  if (status !== 201) throw new Error(JSON.stringify(body));
  ids[name] = body.orderId;
  shop.clock.advance(minutes(1));
}

async function begin(): Promise<void> {
  shop = await testShop({ env: { LIMIT_FACTOR: '0' }, demo: false });
  races = await shop.deps.write(async (work) => {
    const own = await createOrganizer(work, { name: 'LC Linz' });
    await addOrganizerUser(work, own, 'list@organizer.example');
    const another = await createOrganizer(work, { name: 'SV Wien' });
    return {
      mine: await makeRace(work, { event: { organizerId: own } }),
      other: await makeRace(work, { event: { organizerId: own, title: 'Herbstlauf' } }),
      foreign: await makeRace(work, { event: { organizerId: another, title: 'Fremdlauf' } }),
    };
  });
  await book('mueller', races.mine, 'jana@example.test', [{ firstName: 'Jürgen', lastName: 'Müller-Huber' }]);
  await book('gross', races.mine, 'otto.gross@example.test', [
    { firstName: 'Otto', lastName: 'Groß', email: 'laeufer@verein.test' },
    { firstName: 'Anna', lastName: 'Berg' },
  ]);
  await book('formula', races.other, 'zoe@example.test', [{ firstName: '=1+1', lastName: 'Berg; "Tal"' }]);
  await book('foreign', races.foreign, 'jana@example.test', [{ firstName: 'Jana', lastName: 'Müller' }]);
  organizer = await shop.login('list@organizer.example');
  admin = await shop.login('admin@example.test', { superAdmin: true });
  for (const name of ['mueller', 'formula']) {
    await admin.json('PATCH', `/api/admin/orders/${ids[name]}/status`, { status: 'complete' });
  }
}

const found = async (query: string, who = organizer) => {
  const { body } = await who.json<List>('GET', `/api/admin/orders?${query}`);
  return body.rows.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id));
};
const page = async (address: string, who = organizer) => {
  const response = await who.fetch(address);
  return { status: response.status, html: await response.text() };
};
const shownOn = async (query: string, who = organizer) => {
  const { status, html } = await page(`/admin/orders?${query}`, who);
  expect(status, query).toBe(200);
  return Object.keys(ids).filter((name) => html.includes(`href="/admin/orders/${ids[name]}"`));
};

/** Every typed word begins a word of the order, umlauts fold both ways, numbers and references lead there. */
async function search(): Promise<void> {
  const number = String(ids.gross);
  const reference = `SB${number}${checkDigits(`SB${number}`)}`;
  for (const [q, expected] of [
    ['muller', ['mueller']],
    ['Müller', ['mueller']],
    ['müller-hub', ['mueller']],
    ['hub jurg', ['mueller']],
    ['uller', []],
    ['müller anna', []],
    ['gross', ['gross']],
    ['GROẞ', ['gross']],
    ['otto.gross@ex', ['gross']],
    ['laeufer@', ['gross']],
    ['anna otto', ['gross']],
    ['berg', ['formula', 'gross']],
    [number, ['gross']],
    [reference, ['gross']],
    [`sb ${number} ${reference.slice(-2)}`, ['gross']],
    [`SB${number}00`, []],
    ['%', []],
    ['   ', ['formula', 'gross', 'mueller']],
  ] as const) {
    expect([q, await found(`q=${encodeURIComponent(q)}`)]).toEqual([q, expected]);
    expect([q, await shownOn(`q=${encodeURIComponent(q)}`)]).toEqual([q, [...expected].reverse()]);
  }
  expect(await found('q=jana', admin)).toEqual(['foreign', 'mueller']);
}

/** A start number finds its order. */
async function bib(): Promise<void> {
  const { body } = await admin.json<{ order: { competitions: { teams: { participants: { id: number }[] }[] }[] } }>(
    'GET',
    `/api/admin/orders/${ids.gross}`,
  );
  const [person] = body.order.competitions[0]?.teams[0]?.participants ?? [];
  await shop.deps.write((work) =>
    work.tx.run(`update participants set rr_bib = 'A17' where id = ${Number(person?.id)}`),
  );
  expect(await found('q=a17')).toEqual(['gross']);
}

/** The call takes the competition like the page, alone, among several, and by what it is not. */
async function competitionOfCall(): Promise<void> {
  const { runId, relayId } = races.mine;
  for (const [condition, expected] of [
    [{ value: runId }, ['gross', 'mueller']],
    [{ value: relayId }, []],
    [{ type: 'in', value: [relayId, races.other.runId] }, ['formula']],
    [{ type: 'ne', value: runId }, ['formula']],
    // Another organizer's competition.
    [{ value: races.foreign.runId }, []],
  ] as const) {
    const filter = JSON.stringify([{ field: 'competitionId', ...condition }]);
    expect([condition, await found(`filter=${encodeURIComponent(filter)}`)]).toEqual([condition, expected]);
  }
  const order = encodeURIComponent(JSON.stringify([{ field: 'competitionId', dir: 'asc' }]));
  expect((await organizer.json('GET', `/api/admin/orders?order=${order}`)).status).toBe(400);
}

/** Filters stand in the address, and nonsense there is left out or said, never an error. */
async function filters(): Promise<void> {
  const other = races.other.eventId;
  for (const [query, expected] of [
    ['', ['mueller', 'gross', 'formula']],
    [`event=${other}`, ['formula']],
    [`event=${races.foreign.eventId}`, []],
    ['status=pending', ['gross']],
    ['method=bank', ['mueller', 'formula']],
    ['method=none', ['gross']],
    ['paymentStatus=completed', ['mueller', 'formula']],
    ['refund=failed', []],
    [`competition=${races.mine.runId}`, ['mueller', 'gross']],
    ['sumFrom=40&sumTo=70', ['gross']],
    ['email=otto', ['gross']],
    ['language=en-us', []],
    ['transfer=open', []],
    ['rest=open', []],
    ['from=02.03.2026&to=02.03.2026', ['mueller', 'gross', 'formula']],
    ['to=01.03.2026', []],
    ['q=berg&status=complete', ['formula']],
    ['sort=email&dir=desc&q=berg', ['gross', 'formula']],
    ['status=nonsense&event=-1&page=0&sort=x&sumFrom=&language=x', ['mueller', 'gross', 'formula']],
    ['event=999999999999999&page=99999999999', []],
  ] as const) {
    expect([query, await shownOn(query)]).toEqual([query, expected]);
  }
  const wrong = await page('/admin/orders?from=gestern&sumTo=viel');
  expect(wrong.status).toBe(200);
  expect(wrong.html).toContain('Das ist kein Datum.');
  expect(wrong.html).toContain('Das ist kein Betrag.');
  expect(wrong.html).toMatch(/<details class="more-filters" open/);
}

/** The orders of several events come newest first, page by page. */
async function sequence(): Promise<void> {
  const by = (change: string) => organizer.json<List>('GET', `/api/admin/orders?${change}`);
  expect(await found('limit=2')).toEqual(['formula', 'gross']);
  expect(await found('limit=2&offset=2')).toEqual(['mueller']);
  const { body } = await by(`filter=${encodeURIComponent('[{"field":"status","value":"complete"}]')}&limit=1`);
  expect([body.count, body.rows.length]).toEqual([2, 1]);
  expect((await by('filter=[{"field":"nothing","value":1}]')).body.code).toBe('VALIDATION_FAILED');
}

/** The file has what is shown: the filter, the chosen columns, and nothing that a spreadsheet would run. */
async function file(): Promise<void> {
  const response = await organizer.fetch('/admin/orders.csv?q=berg&without=event,email,method');
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await response.arrayBuffer());
  const lines = text.split('\r\n');
  expect(text.startsWith('\uFEFF')).toBe(true);
  expect(lines).toHaveLength(4);
  expect(lines[0]).not.toContain('Veranstaltung');
  expect(lines[1]).toContain(`${ids.formula};`);
  expect(lines[1]).toContain(`"'=1+1 Berg; ""Tal"""`);
  expect(lines[2]).toContain('61,50');
  expect((await organizer.fetch(`/admin/orders.csv?event=${races.foreign.eventId}`)).status).toBe(200);
  // The same as a workbook: sums and dates are ones there, and nothing needs to be defused.
  const address = '/admin/orders.csv?format=xlsx&q=berg&without=event,email,method';
  const workbook = await organizer.fetch(address);
  expect(workbook.headers.get('content-disposition')).toBe('attachment; filename=orders.xlsx');
  const [sheet] = await readXlsx(Buffer.from(await workbook.arrayBuffer()));
  const [heads = [], formula = [], second = []] = sheet?.data ?? [];
  const at = (key: 'date' | 'people' | 'total') => heads.indexOf(translatorFor('de').t(`ordersAdmin.column.${key}`));
  expect(heads.join(';')).toBe(lines[0]?.slice(1));
  expect(formula[at('people')]).toContain('=1+1 Berg; "Tal"');
  expect([second[at('total')], formula[at('date')]]).toEqual([61.5, expect.any(Date)]);
}

/** Many are canceled after a question that counts and sums; another organizer’s are not there. */
async function bulk(): Promise<void> {
  const ask = (names: string[]) => names.map((name) => `order=${ids[name]}`).join('&');
  const question = await page(`/admin/cancel-orders?${ask(['mueller', 'gross'])}&back=%2Fadmin%2Forders%3Fq%3Dm`);
  expect(question.html).toContain('2 Bestellungen wirklich stornieren?');
  expect(question.html).toContain('31,50');
  expect((await page(`/admin/cancel-orders?${ask(['mueller', 'foreign'])}`)).status).toBe(404);
  expect((await page('/admin/cancel-orders?order=x&order=-1')).html).toContain('Hier ist nichts zu stornieren.');
  expect((await page('/admin/cancel-orders?all=&q=berg')).html).toContain('2 Bestellungen wirklich stornieren?');
  const refused = await organizer.form('/admin/cancel-orders', { orders: `${ids.mueller} ${ids.foreign}` });
  expect(refused.status).toBe(404);
  const done = await organizer.form('/admin/cancel-orders', {
    orders: `${ids.mueller} ${ids.gross}`,
    back: '/admin/orders?q=m',
    refund: 'full',
  });
  expect(done.headers.get('location')).toBe('/admin/orders?q=m&canceled=2');
  const again = await organizer.json<{ count: number }>('PATCH', '/api/admin/orders/cancel', {
    orderIds: [ids.mueller, ids.gross, ids.formula, ids.formula],
  });
  expect(again.body.count).toBe(1);
  const { body } = await admin.json<{
    order: Any & { audits: { type: string; editorEmail: string; comment: string }[] };
  }>('GET', `/api/admin/orders/${ids.mueller}`);
  expect(body.order).toMatchObject({ status: 'canceled', refundStatus: 'pending' });
  expect(body.order.audits.filter(({ type }) => type === 'OrderCanceled')).toMatchObject([
    { editorEmail: 'list@organizer.example', comment: 'status: complete → canceled' },
  ]);
  await shop.settle();
  expect((await shop.mails('jana@example.test')).filter(({ subject }) => /stornier/i.test(subject))).toHaveLength(1);
  const { body: catalog } = await organizer.json<{ event: { competitions: { availableTicketCount: number }[] } }>(
    'GET',
    `/api/events/${races.mine.eventId}`,
  );
  expect(catalog.event.competitions[0]?.availableTicketCount).toBe(100);
  const missing = await organizer.json('PATCH', '/api/admin/orders/cancel', { orderIds: [999_999_999] });
  expect(missing.status).toBe(404);
}

/** A thousand and one are too many for one call. */
async function limit(): Promise<void> {
  const orderIds = Array.from({ length: 1001 }, (_, at) => at + 1);
  expect((await admin.json('PATCH', '/api/admin/orders/cancel', { orderIds })).status).toBe(400);
}

/** Rows are kept as they stand in the page: one whose order was changed is another at once, in both languages, the rest not. */
async function changes(): Promise<void> {
  await book('late', races.mine, 'late@example.test', [{ firstName: 'Lena', lastName: 'Late' }]);
  await book('later', races.mine, 'later@example.test', [{ firstName: 'Lara', lastName: 'Later' }]);
  const rowsIn = async (language: string) => {
    const { html } = await page(`/admin/orders?lang=${language}`);
    const rows = html.split('<tr>');
    return ['late', 'later'].map((name) => rows.find((row) => row.includes(`href="/admin/orders/${ids[name]}"`)) ?? '');
  };
  const before = { de: await rowsIn('de'), 'en-us': await rowsIn('en-us') };
  expect(await rowsIn('de')).toEqual(before.de);
  await admin.json('PATCH', `/api/admin/orders/${ids.late}/status`, { status: 'complete' });
  for (const language of ['de', 'en-us'] as const) {
    const i18n = translatorFor(language);
    const [changed, other] = await rowsIn(language);
    expect(before[language][0]).toContain(`>${i18n.t('ui.status.pending')}<`);
    expect(changed).toContain(`>${i18n.t('ui.status.complete')}<`);
    expect(changed).not.toContain(`>${i18n.t('ui.status.pending')}<`);
    expect(other).toBe(before[language][1]);
  }
}

test('the list of orders: search, filters, sequence, file, and cancelling many', { timeout: 30_000 }, async () => {
  await begin();
  for (const part of [search, filters, competitionOfCall, bib, sequence, file, bulk, limit, changes]) await part();
});
