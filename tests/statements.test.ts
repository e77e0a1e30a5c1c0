import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { eq, type Logger, NoopLogger, type SQL, sql } from 'drizzle-orm';
import { BaseSQLiteDatabase } from 'drizzle-orm/sqlite-core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { draftData } from '#modules/booking/personal-data.ts';
import { remindBill } from '#modules/companies/bills.ts';
import { requireFreePlaces, requireUnpaidPlaces } from '#modules/orders/order/plan-order.ts';
import { refoldJob } from '#modules/orders/order/refold-job.ts';
import { refoldings } from '#modules/orders/schema.ts';
import { bookingOf, runner } from '#modules/orders/testing.ts';
import { camtFile } from '#modules/payments/bank-files/testing.ts';
import { referenceOf, upload } from '#modules/payments/bank-import/testing.ts';
import { unpaidAdditions } from '#modules/payments/schema.ts';
import type { Reader } from '#src/data/database.ts';
import { ready } from '#src/data/hot-statements.ts';
import { sources, withoutComments } from './architecture.ts';
import { apiRoutes, fill, pageRoutes, type Scene, scene } from './contract/scene.ts';
import { root } from './support/server.ts';

/**
 * Explains every handwritten statement: a walk through the shop runs all of them, and the query plans of it, including the query
 * builder's, are checked. Tables that grow with orders must be searched by an index.
 */

/** Tables that do not grow with orders. */
const small = new Set(
  `articles article_competitions article_variants bank_imports cancellation_protections competition_prices competitions
   event_order_counts event_organizers events form_field_competitions form_fields installation job_leases kept_competitions
   mailbox_attachments mailbox_messages organizer_users organizers payout_files payouts pictures proof_alarms refund_files settlements shipping_costs
   shortlinks sqlite_schema view_salts voucher_types waiting_draws waiting_rooms`.split(/\s+/),
);

/** Allowed full scans with their reason. Each must still exist. */
const allowed: readonly (readonly [statement: RegExp, why: string])[] = [
  [/^select count\(\*\) n from \(select 1 from "\w+".* limit \?\)$/, 'pages stop counting at 1,000 or 50,000'],
  [
    /^select "users"\."id" id from "users" where \("users"\."deleted_at" is null and .*\) order by "users"\."id"/,
    'from the end, a page',
  ],
  [
    /^select "orders"\."id" id from "orders" where 1 order by \+"orders"\."order_date" desc/,
    'all orders, for super admins',
  ],
  [/^select "participants"\."id" id from "participants" order by/, 'all participants by name, for super admins'],
  [/ from "mails" where "mails"\."recipient" = \? order by/, 'once when somebody takes their data with them'],
  [/^with found as \( select id, 'named' reason from orders/, 'when a person opens one movement of the bank'],
  [/ from "bank_file_columns"$/, 'one row a bank'],
  [/^delete from "sessions" where \("sessions"\."expires_at" <= \? or/, 'once an hour'],
  [
    /^select json_extract\(m\.value, '\$\.name'\) name from json_each/,
    'settlements are few a year, and so are their audits',
  ],
  [/^delete from "login_codes" where "login_codes"\."expires_at" </, 'once an hour, and codes last a day'],
];

/** Files that pass on statements of others. */
const asksNothing = ['src/data/restore.ts', 'src/data/local-client.ts'];

/** `file:line` of each place that runs a handwritten statement. */
function placesByHand(): string[] {
  const product = sources(root).filter((path) => !/test\.|testing\./.test(path) && !asksNothing.includes(path));
  return product.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const calls = [...text.matchAll(/\b(?:(?:tx|read|reader)\.(?:all|run|get|values)|firstRow)(?=[<(])/g)];
    return calls.map(({ index }) => `${path}:${text.slice(0, index).split('\n').length}`);
  });
}

const inProduct = new RegExp(`${root}/((?:src|modules|dev)/[^:]+:\\d+)`, 'g');

/** Records statements with values and call sites until the test ends. */
function listen() {
  const statements = new Map<string, unknown[]>();
  const places = new Set<string>();
  const logger: Logger = NoopLogger.prototype;
  const database: Record<'all' | 'run' | 'get' | 'values', (query: SQL) => unknown> = BaseSQLiteDatabase.prototype;
  const spies = [
    vi.spyOn(logger, 'logQuery').mockImplementation((text, values) => {
      statements.set(text, values);
    }),
    ...(['all', 'run', 'get', 'values'] as const).map((name) => {
      const own = database[name];
      return vi.spyOn(database, name).mockImplementation(function (this: unknown, query) {
        const stack = [...(new Error('here').stack ?? '').matchAll(inProduct)].map(([, place = '']) => place);
        const place = stack.find((each) => !asksNothing.some((path) => each.startsWith(path)));
        if (place) places.add(place);
        return own.call(this, query);
      });
    }),
  ];
  const stop = () => {
    for (const spy of spies) spy.mockRestore();
  };
  onTestFinished(stop);
  return { statements, places, stop };
}

/** Every readable page and call, then changes: book, pay, import, mail, cancel. */
async function walk({ shop, race, ids, superAdmin, organizer, buyer }: Scene): Promise<void> {
  // Documents and pictures are slow and need no further statements.
  const isQuick = (path: string) => !/pdf|png|picture|document|ticket|pass|share|example|docs|openapi|\.ics/.test(path);
  for (const caller of [superAdmin, buyer]) {
    for (const { method, path } of [...pageRoutes, ...apiRoutes])
      if (method === 'get' && isQuick(path)) await (await caller.fetch(fill(path, ids))).arrayBuffer();
  }
  for (const list of ['orders', 'participants']) {
    const ofEvent = `filter=${encodeURIComponent(JSON.stringify([{ field: 'eventId', type: 'eq', value: race.eventId }]))}`;
    for (const query of ['q=mu', 'q=12', `q=mu&${ofEvent}`, ofEvent])
      for (const caller of [superAdmin, organizer]) await caller.json('GET', `/api/admin/${list}?${query}`);
  }
  await superAdmin.fetch(`/pictures/${'0'.repeat(64)}.png`);
  const scraped = await shop.shop.fetch(new Request('http://shop.test/metrics'), { remoteAddress: '127.0.0.1' });
  expect(await scraped.text()).toContain('startblock_payments_waiting ');
  await organizer.json('PATCH', `/api/admin/events/${race.eventId}`, { location: 'Am anderen Ufer' });
  await shop.settle();
  const free = { event: { id: race.eventId, freePlacesPerAccount: null }, userId: 1, places: 1 };
  await shop.deps.write((work) => requireFreePlaces(work, free));
  await shop.deps.write((work) => requireUnpaidPlaces(work, free));
  await shop.deps.write(({ tx }) =>
    tx.update(refoldings).set({ lastId: 0 }).where(eq(refoldings.name, 'participants')),
  );
  await refoldJob('participants')(shop.deps).run();
  await shop.shop.isEmpty();
  await organizer.json('POST', '/api/vouchers', { voucherTypeId: ids.voucherTypeId, count: 2 });
  const guest = shop.visitor();
  await guest.json('POST', '/api/auth/code/unauthenticated-login', {
    email: 'guest@example.test',
    eventId: race.eventId,
  });
  const book = async (who = buyer) => {
    const booking = bookingOf(race, [runner()]);
    const { body } = await who.json<{ orderId: number }>('POST', `/api/events/${race.eventId}/book`, booking);
    return body.orderId;
  };
  const [confirmed, transferred, short] = [await book(), await book(), await book()];
  await saveAList();
  await guest.json('POST', `/api/orders/${await book(guest)}/payment-in-advance`);
  await organizer.json('PATCH', `/api/admin/events/${race.eventId}/bibs`, { assignOnCompletion: true });
  await superAdmin.json('PATCH', `/api/admin/orders/${confirmed}/status`, { status: 'complete' });
  await organizer.json('POST', `/api/admin/events/${race.eventId}/bib-runs/${ids.runId}/apply`);
  const whole = { amount: 3150, text: referenceOf(transferred) };
  await upload(superAdmin, camtFile([whole, { amount: 1, text: referenceOf(short), name: 'Wałęsa' }]));
  await superAdmin.fetch('/admin/imports/lines/2');
  await (await superAdmin.fetch('/admin/imports/1')).text();
  await superAdmin.json('POST', `/api/admin/events/${race.eventId}/settlements`);
  await organizer.fetch('/api/admin/settlements/1/orders').then((answer) => answer.text());
  await organizer.form(`/admin/events/${race.eventId}/scans-seen`, {});
  await organizer.form(`/admin/events/${race.eventId}/admissions/seen`, { kind: 'handOuts' });
  await organizer.json('POST', `/api/admin/events/${race.eventId}/mailings/${ids.mailingId}/send`);
  // All share one address, so the mailing moves on.
  await superAdmin.json('PATCH', `/api/admin/orders/${ids.orderId}/cancel`);
  await orderOnAccount();
  await holdTheLast();
  await shareATeam();
  await waitForOne();
  await waitForSize(confirmed);
  await drawOne();
  await shop.settle();
  await lineUp();
  await changeAndGo();

  async function saveAList(): Promise<void> {
    const path = `/api/admin/discounts/${ids.discountId}/members`;
    for (const mode of ['add', 'replace', 'remove'])
      await organizer.json('POST', path, { mode, members: ['ida@example.test'] });
    await organizer.json('GET', path);
  }

  async function changeAndGo(): Promise<void> {
    expect((await buyer.json('PATCH', '/api/settings', { language: 'en-us' })).status).toBe(200);
    const { body } = await buyer.json<{ userData: { id: number } }>('GET', '/api/settings');
    await shop.deps.write((work) => draftData.erase(work, body.userData.id));
  }

  async function lineUp(): Promise<void> {
    const [own, managed] = ['', '/admin'].map((area) => `/api${area}/events/${race.eventId}/waiting-room`) as [
      string,
      string,
    ];
    const inAMinute = new Date(shop.clock() + 60_000).toISOString();
    await organizer.json('PUT', managed, { beginsAt: inAMinute, mostAtOnce: 1 });
    for (const caller of [buyer, guest, shop.visitor()]) await caller.json('POST', own);
    shop.clock.advance(40_000);
    await guest.json('GET', own);
    shop.clock.advance(40_000);
    for (const caller of [buyer, guest, superAdmin]) await caller.json('GET', own);
    for (const caller of [buyer, guest]) await book(caller);
    await guest.json('DELETE', own);
    await guest.fetch(`/events/${race.eventId}`);
    await organizer.fetch(`/admin/events/${race.eventId}/waiting-room`);
    await shop.settle();
    await organizer.json('DELETE', managed);
  }

  async function holdTheLast(): Promise<void> {
    type Left = { rows: { id: number; totalTicketCount: number; availableTicketCount: number }[] };
    const left = await guest.json<Left>('GET', `/api/events/${race.eventId}/competitions`);
    const run = left.body.rows.find(({ id }) => id === race.runId);
    const sold = (run?.totalTicketCount ?? 0) - (run?.availableTicketCount ?? 0);
    await organizer.json('PATCH', `/api/admin/events/${race.eventId}`, { placeHoldMinutes: 15 });
    await organizer.json('PATCH', `/api/admin/competitions/${race.runId}`, { totalTicketCount: sold + 2 });
    await guest.form(`/events/${race.eventId}/competitions`, {
      intent: 'keep',
      'teams[0].competitionId': String(race.runId),
      'teams[0].localId': 'held',
      'teams[0].participants[0].localId': 'holder',
      'teams[0].participants[0].firstName': 'Ida',
    });
    await book();
    await superAdmin.json('PATCH', `/api/admin/orders/${ids.orderId}/status`, { status: 'pending' });
  }

  async function shareATeam(): Promise<void> {
    const { eventId, relayId: competitionId } = race;
    await organizer.json('PATCH', `/api/admin/events/${eventId}`, { teamDays: 5 });
    const opened = await buyer.json<{ id: number; link: string }>('POST', `/api/events/${eventId}/shared-teams`, {
      ...{ competitionId, name: 'Flotte Vier', captain: 'Cora', places: 3 },
    });
    const { id, link } = opened.body;
    await buyer.json('POST', `/api/shared-teams/${id}/invitations`, { email: 'kim@example.test' });
    const member = shop.visitor();
    await member.form(link.replace('http://shop.test', ''), { email: 'm@example.test' });
    const teams = [{ competitionId, participants: [runner()] }];
    const placed = await member.json<{ orderId: number }>('POST', `/api/events/${eventId}/book`, {
      ...{ teams, totalPrice: 2150, termsAccepted: true, eventConditionsAccepted: true },
    });
    await shop.settle();
    await member.json('PATCH', `/api/orders/${placed.body.orderId}/cancel`);
    await shop.settle();
    await buyer.json('POST', `/api/shared-teams/${id}/take`, { count: 2 });
    await buyer.fetch(`/shared-teams/${id}`);
    await organizer.fetch(`/admin/events/${eventId}/shared-teams`);
    await organizer.json('POST', `/api/admin/events/${eventId}/shared-teams/${id}/close`);
    await shop.settle();
  }

  async function drawOne(): Promise<void> {
    const { eventId, relayId: competitionId } = race;
    const path = `/api/admin/competitions/${competitionId}/lottery`;
    const hour = 3_600_000;
    const at = (hours: number) => new Date(shop.clock() + hours * hour).toISOString();
    const plan = { entersFrom: at(-1), drawsAt: at(2) };
    expect((await organizer.json('PUT', path, plan)).status).toBe(200);
    for (const who of [buyer, organizer])
      await who.json('POST', `/api/events/${eventId}/lottery`, { competitionId, places: 2 });
    await shop
      .visitor()
      .json('POST', `/api/events/${eventId}/lottery`, { competitionId, places: 2, email: 'a@b.test' });
    expect((await organizer.json('PUT', path, { ...plan, drawsAt: at(1) })).status).toBe(200);
    await shop.settle();
    const mails = (await shop.mails('buyer@example.test')).map(({ text }) => text).join();
    const [, lot = '', signature = ''] = /shop\.test(\/lots\/\d+)(\?signature=\S+)/.exec(mails) ?? [];
    shop.clock.advance(hour);
    await shop.settle();
    await buyer.fetch(`${lot}${signature}`);
    await buyer.fetch(`/events/${eventId}/lottery`);
    await buyer.json('GET', '/api/settings/lots');
    await organizer.fetch(`/admin/events/${eventId}/lottery`);
    await organizer.json('GET', `/api/admin/events/${eventId}/lots`);
    await organizer.json('DELETE', path);
  }

  async function orderOnAccount(): Promise<void> {
    await organizer.json('PATCH', `/api/admin/events/${race.eventId}`, { companyAccounts: true });
    const { orderId, companyId, organizerId } = ids;
    const path = `/api/admin/companies/${companyId}`;
    await organizer.json('GET', path);
    const address = { firstName: 'x', lastName: 'x', street: 'x', zipCode: '1', city: 'x', countryCode: 'AT' };
    const kept = { name: 'ACME', address, contactEmail: 'buyer@example.test', limit: 100_000, billing: 'monthly' };
    await organizer.json('PUT', path, { ...kept, members: ['buyer@example.test'] });
    const placed = await buyer.json<{ orderId: number }>(
      'POST',
      `/api/events/${race.eventId}/book`,
      bookingOf(race, [runner()]),
    );
    await buyer.fetch(`/orders/${placed.body.orderId}/on-account`);
    await buyer.json('POST', `/api/orders/${placed.body.orderId || orderId}/on-account`, { companyId });
    const made = await organizer.json<{ bill: { id: number; reference: string } }>('POST', `${path}/bills`);
    const { id, reference } = made.body.bill;
    await organizer.json('POST', `/api/admin/company-bills/${id}/paid`, { amount: 100 });
    await upload(superAdmin, camtFile([{ amount: 3050, text: reference }]));
    await buyer.fetch('/companies');
    await organizer.fetch(`/admin/organizer/${organizerId}/companies`);
    await organizer.fetch(`/admin/organizer/${organizerId}/companies/${companyId}`);
    await organizer.fetch(`/admin/events/${race.eventId}`);
    await shop.deps.write((work) => remindBill(work, id));
    await shop.settle();
  }

  async function waitForOne(): Promise<void> {
    const { eventId, runId: competitionId } = race;
    await organizer.json('PATCH', `/api/admin/events/${eventId}`, { offerHours: 24 });
    for (const who of [buyer, organizer]) await who.json('POST', `/api/events/${eventId}/waitlist`, { competitionId });
    await organizer.json('POST', `/api/admin/events/${eventId}/waitlist-places`, { competitionId, count: 1 });
    await shop.settle();
    const mails = (await shop.mails('buyer@example.test')).map(({ text }) => text).join();
    const [, entry = '', signature = ''] = /shop\.test(\/waitlist\/\d+)(\?signature=\S+)/.exec(mails) ?? [];
    await buyer.form(`${entry}/open${signature}`, {});
    await book();
  }

  async function waitForSize(orderId: number): Promise<void> {
    const { eventId, shirtId, shirtVariantId: variantId } = race;
    await organizer.json('PATCH', `/api/admin/events/${eventId}`, { offerHours: 24 });
    await organizer.json('PATCH', `/api/admin/articles/${shirtId}`, { hasWaitlist: true });
    await organizer.json('PATCH', `/api/admin/article-variants/${variantId}`, { availableAmount: 0 });
    const path = `/api/orders/${orderId}/waitlist`;
    const { body: sizes } = await buyer.json<{ open: { participantId: number }[] }>('GET', path);
    const participantId = sizes.open[0]?.participantId;
    expect((await buyer.json('POST', path, { participantId, variantId })).status).toBe(201);
    await buyer.fetch(`/orders/${orderId}`);
    await organizer.json('POST', `/api/admin/events/${eventId}/waitlist-places`, { variantId, count: 1 });
    await shop.settle();
    const { body } = await buyer.json<{ entries: { id: number; state: string }[] }>('GET', path);
    const offered = body.entries.find(({ state }) => state === 'offered');
    expect((await buyer.json('POST', `${path}/${offered?.id}/take`, { price: 2500 })).status).toBe(204);
    await buyer.fetch(`/orders/${orderId}`);
    await shop.deps.write(({ tx, now }) =>
      tx.update(unpaidAdditions).set({ dueAt: now }).where(eq(unpaidAdditions.orderId, orderId)),
    );
    await shop.settle();
    await organizer.json('PATCH', `/api/admin/orders/${orderId}/change-buyer`, { newEmail: 'buyer@example.test' });
  }
}

/** Full scans of growing tables in the plan for these values. */
async function scansOf(reader: Reader, [text, values]: readonly [string, unknown[]]): Promise<string[]> {
  // Never executed.
  if (/\bwhere \(?false\b/.test(text)) return [];
  const plan = await reader.all<{ detail: string }>(ready(`explain query plan ${text}`, values));
  const named = [...text.matchAll(/\b(?:from|join|update|into)\s+"?(\w+)"?(?:\s+(?:as\s+)?"?(\w+)"?)?/gi)];
  const tableOf = new Map(
    named.flatMap(([, table = '', alias = table]) => [
      [alias, table],
      [table, table],
    ]),
  );
  const found: string[] = [];
  for (const { detail } of plan) {
    const scan = /^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+)| VIRTUAL TABLE INDEX (\S*))?/.exec(detail);
    if (!scan) continue;
    const [, name = '', index = '', virtual = ''] = scan;
    const table = tableOf.get(name) ?? name;
    const known = await reader.all<{ name: string; sql: string }>(
      sql`select name, sql from sqlite_schema where type <> 'view' and name in (${table}, ${index})`,
    );
    // A partial index matches, as does a constraint of a virtual table.
    const isPart = known.some((each) => each.name === index && / where /i.test(each.sql));
    if (known.some((each) => each.name === table) && !small.has(table) && !isPart && !/:./.test(virtual))
      found.push(detail);
  }
  return found;
}

test('every statement by hand is explained, and none looks at all rows of a table that grows', {
  timeout: 120_000,
}, async () => {
  const at = await scene();
  const { statements, places, stop } = listen();
  await walk(at);
  stop();
  expect([...places].sort(), 'a statement by hand that the walk does not pass: lead it there').toEqual(
    placesByHand().sort(),
  );
  const { read } = at.shop.deps;
  // Foreign key actions are not part of the statement.
  await read.run(sql`pragma foreign_keys = off`);
  const used = new Set<RegExp>();
  const wrong: string[] = [];
  for (const asked of statements) {
    const text = asked[0].trim().replace(/\s+/g, ' ');
    if (!/^(select|insert|update|delete|with)\b/i.test(text)) continue;
    const scans = await scansOf(read, asked);
    const reason = allowed.find(([statement]) => statement.test(text));
    if (scans.length > 0 && reason) used.add(reason[0]);
    else if (scans.length > 0) wrong.push(`${scans.join(', ')}: ${text}`);
  }
  expect(wrong, 'an index, or a line in `allowed` that says why not').toEqual([]);
  expect(
    allowed.filter(([statement]) => !used.has(statement)),
    'not needed any more',
  ).toEqual([]);
});

test('the driver is spoken to by the database alone, so that all others hand statements to `tx`, `read` or `reader`', () => {
  const speaks = (path: string) =>
    /from '(@libsql\/client|libsql)'/.test(withoutComments(readFileSync(join(root, path), 'utf8')));
  expect(sources(root).filter((path) => !/test\./.test(path) && speaks(path))).toEqual([
    // A possibly damaged database.
    'src/app/doctor/database-checks.ts',
    // Attached without opening it for work.
    'src/data/applied-migrations.ts',
    'src/data/backup.ts',
    'src/data/database.ts',
    'src/data/local-client.ts',
    'src/data/local-connection.ts',
    // An empty file for its lock.
    'src/data/running-lock.ts',
  ]);
});

test.each([
  ['select id from orders where total_cents = ?', ['SCAN orders']],
  ['select o.id from users u join orders as o where u.id = ?', ['SCAN o USING COVERING INDEX orders_date']],
  ['select rowid from order_search where words like ?', ['SCAN order_search VIRTUAL TABLE INDEX 0:']],
  ['select rowid from order_search where order_search match ?', []],
  ["select id from orders where status = 'pending' and expires_at < ?", []],
  ['select id from events where title = ?', []],
])('%s: %j', async (text, scans) => {
  const { shop } = await scene();
  expect(await scansOf(shop.deps.read, [text, ['1']])).toEqual(scans);
});
