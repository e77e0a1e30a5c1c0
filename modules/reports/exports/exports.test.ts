import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { asc, eq } from 'drizzle-orm';
import readXlsx from 'read-excel-file/node';
import { expect, test } from 'vitest';
import { findOrCreateUser } from '#modules/accounts/index.ts';
import { competitions } from '#modules/events/schema.ts';
import { eventAudits } from '#modules/events/schema-audits.ts';
import { orderItems, orders, participantFields, participants, teams } from '#modules/orders/schema.ts';
import { bookingOf, makeRace, runner } from '#modules/orders/testing.ts';
import { addOrganizerUser, removeOrganizerUser } from '#modules/organizers/index.ts';
import { camtFile } from '#modules/payments/bank-files/testing.ts';
import { assignLine } from '#modules/payments/bank-import/assign-line.ts';
import { upload } from '#modules/payments/bank-import/testing.ts';
import { bankLines, ledgerEntries } from '#modules/payments/schema.ts';
import { wallCell } from '#src/files/tables/cells.ts';
import { days, minutes } from '#src/kernel/time.ts';
import { scene } from '#tests/contract/scene.ts';
import type { Caller } from '#tests/support/shop.ts';
import { exports } from '../schema.ts';

type Cells = unknown[][];

async function csv(who: Caller, path: string): Promise<string[][]> {
  const answer = await who.fetch(path);
  expect([path, answer.status]).toEqual([path, 200]);
  expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename=\S+\.csv$/);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer());
  expect([text[0], text.endsWith('\r\n')]).toEqual(['\uFEFF', true]);
  return parse(text, { bom: true, delimiter: ';', record_delimiter: '\r\n' });
}

async function xlsx(who: Caller, path: string): Promise<Cells> {
  const answer = await who.fetch(`${path}?format=xlsx`);
  expect([path, answer.status]).toEqual([path, 200]);
  const [sheet] = await readXlsx(Buffer.from(await answer.arrayBuffer()), { trim: false });
  return sheet?.data ?? [];
}

test('every file of an event is named after the event and the day', async () => {
  const { superAdmin, organizer, ids } = await filled();
  const day = new Date().toISOString().slice(0, 10);
  const api = `/api/admin/statistics/event/${ids.eventId}/export`;
  const paths = {
    detailed: `${api}/orders/detailed`,
    'race-fields': `${api}/race-fields?format=xlsx`,
    lvs: `/api/admin/events/${ids.eventId}/lvs-export`,
    participants: `/admin/participants.csv?event=${ids.eventId}`,
    orders: `/admin/orders.csv?event=${ids.eventId}`,
    waitlist: `/admin/events/${ids.eventId}/waitlist/file`,
    lots: `/admin/events/${ids.eventId}/lottery/file`,
    sales: `/admin/events/${ids.eventId}/statistics/files/sales.csv`,
  };
  for (const [kind, path] of Object.entries(paths)) {
    const { status, headers } = await organizer.fetch(path);
    const name = /filename=(\S+)\.(csv|xlsx)$/.exec(headers.get('content-disposition') ?? '')?.[1];
    expect([path, status, name]).toEqual([
      path,
      200,
      expect.stringMatching(new RegExp(`^donaulauf-.*${kind}-\\d{4}-\\d{2}-\\d{2}$`)),
    ]);
  }
  const span = await superAdmin.fetch(`${api}/orders/detailed?from=2020-01-01&to=${day}`);
  expect(span.headers.get('content-disposition')).toContain(`-detailed-2020-01-01-${day}.csv`);
});

/** A paid, a canceled and a pending order, with answers, a club, and names that spreadsheets would run. */
async function filled() {
  const at = await scene();
  const { buyer, superAdmin, race } = at;
  const book = async (people: Parameters<typeof bookingOf>[1]) => {
    const booking = bookingOf(race, people);
    const { body } = await buyer.json<{ orderId: number }>('POST', `/api/events/${race.eventId}/book`, booking);
    return body.orderId;
  };
  const paid = await book([
    runner({
      firstName: '=1+1',
      lastName: 'O’Hara; "Zoë"',
      club: 'SC <Linz> & Co',
      nationalityCountryCode: 'AT',
      birthDate: '1989-12-31',
      formFieldsSelected: [{ fieldId: race.clubFieldId, value: '-5' }],
    }),
    runner({ firstName: 'Ĳda', gender: 'male', club: null }),
  ]);
  const canceled = await book([runner({ club: 'ASV' })]);
  await superAdmin.json('PATCH', `/api/admin/orders/${paid}/status`, { status: 'complete' });
  await superAdmin.json('PATCH', `/api/admin/orders/${canceled}/cancel`);
  await at.shop.settle();
  return { ...at, paid, canceled, pending: Number(at.ids.orderId) };
}

test('every export of orders holds every order with its status; the cells are those of the database', async () => {
  const { organizer, race, shop, paid, canceled, pending } = await filled();
  const base = `/api/admin/statistics/event/${race.eventId}/export/orders`;
  const { read } = shop.deps;
  const stored = await read.select().from(orders).orderBy(asc(orders.orderDate), asc(orders.id));
  expect(stored.map(({ id, status }) => [id, status])).toEqual([
    [pending, 'pending'],
    [paid, 'complete'],
    [canceled, 'canceled'],
  ]);
  const euros = (cents: number) => `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`;
  const moment = (at: number | null) => {
    const [date = '', time] = wallCell(at, 'Europe/Vienna')?.split('T') ?? [];
    return date && `${date.split('-').reverse().join('.')} ${time}`;
  };
  for (const kind of ['summarized', 'perOrder']) {
    const [heads = [], ...rows] = await csv(organizer, `${base}/${kind}`);
    const column = (name: string) => rows.map((row) => row[heads.indexOf(name)]);
    expect(column('Bestellnummer')).toEqual(stored.map(({ id }) => String(id)));
    expect(column('Status')).toEqual(stored.map(({ status }) => status));
    expect(column('Bestellt am')).toEqual(stored.map(({ orderDate }) => moment(orderDate)));
    expect(column('Gesamtbetrag')).toEqual(stored.map(({ totalPrice }) => euros(totalPrice)));
    expect(column('Eingegangen')).toEqual(['0,00', euros(stored[1]?.totalPrice ?? 0), '0,00']);
    expect(column('Bezahlt am')).toEqual(stored.map(({ paidAt }) => moment(paidAt)));
  }
  const lines = await read.select().from(orderItems).orderBy(asc(orderItems.orderId), asc(orderItems.position));
  const [lineHeads = [], ...lineRows] = await csv(organizer, `${base}/withvouchers`);
  const inLines = (name: string) => lineRows.map((row) => row[lineHeads.indexOf(name)]);
  expect(inLines('Menge')).toEqual(lines.map(({ amount }) => String(amount)));
  expect(inLines('Netto')).toEqual(lines.map(({ priceBeforeTax }) => euros(priceBeforeTax)));
  expect(inLines('Betrag')).toEqual(lines.map(({ priceTotal }) => euros(priceTotal)));
  const people = await read.select().from(participants).orderBy(asc(participants.id));
  const detailed = await xlsx(organizer, `${base}/detailed`);
  const [heads = [], ...rows] = detailed;
  const column = (name: string) => rows.map((row) => row[heads.indexOf(name)]);
  expect(column('Vorname')).toEqual(people.map(({ firstName }) => firstName));
  expect(column('Nachname')).toEqual(people.map(({ lastName }) => lastName));
  expect(column('Verein')).toEqual(people.map(({ club }) => club));
  expect(column('Geburtsdatum')).toEqual(people.map(({ birthDate }) => birthDate && new Date(`${birthDate}T00:00Z`)));
  expect(column('Verrechnet')).toEqual(people.map(({ chargedPrice }) => chargedPrice / 100));
  expect(column('Bestellnummer')).toEqual(people.map(({ orderId }) => orderId));
});

test('sum columns add up to orders, payments and refunds for any number of rows per order', async () => {
  const { buyer, superAdmin, organizer, race, shop, paid } = await filled();
  const shirts = [{ uniqueLocalId: 'u', articleId: race.shirtId, variantId: race.shirtVariantId, quantity: 2 }];
  const book = async (people: Parameters<typeof bookingOf>[1], more: Parameters<typeof bookingOf>[2]) => {
    const path = `/api/events/${race.eventId}/book`;
    const { body } = await buyer.json<{ orderId: number }>('POST', path, bookingOf(race, people, more));
    await superAdmin.json('PATCH', `/api/admin/orders/${body.orderId}/status`, { status: 'complete' });
    return body.orderId;
  };
  await book([runner({ articles: shirts }), runner(), runner()], { totalPrice: 14_150 });
  const orderIds = [paid];
  await superAdmin.json('POST', '/api/admin/orders/refund-orders', { orderIds, mode: 'custom', amount: 1234 });
  await superAdmin.json('POST', '/api/admin/orders/set-refund-status', { orderIds, refundStatus: 'completed' });
  // The place of an order goes to another one: no participant is left, its money is.
  const passed = await book([runner()], {});
  await shop.deps.write(async ({ tx }) => {
    await tx.update(teams).set({ orderId: paid }).where(eq(teams.orderId, passed));
    await tx.update(participants).set({ orderId: paid }).where(eq(participants.orderId, passed));
  });
  const { read } = shop.deps;
  const stored = await read.select().from(orders);
  const entries = await read.select().from(ledgerEntries);
  const lines = await read.select().from(orderItems);
  const people = await read.select().from(participants);
  const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
  const ofKind = (kind: string) => sum(lines.filter((line) => line.kind === kind).map(({ priceTotal }) => priceTotal));
  const booked = (kind: string) => sum(entries.filter((entry) => entry.kind === kind).map(({ amount }) => amount));
  const ofOrders = {
    Gesamtbetrag: sum(stored.map(({ totalPrice }) => totalPrice)),
    Eingegangen: booked('payment'),
    Zurückgezahlt: booked('refund'),
  };
  expect(ofOrders.Zurückgezahlt).toBe(1234);
  const wanted: Record<string, Record<string, number>> = {
    summarized: ofOrders,
    perOrder: {
      ...ofOrders,
      ...{ Startplätze: ofKind('ticket'), Artikel: ofKind('article'), 'Gutscheine und Rabatte': ofKind('voucher') },
      ...{ Stornoschutz: ofKind('cp'), Bearbeitungsgebühr: ofKind('of'), Versand: ofKind('sc') },
    },
    withvouchers: { Betrag: ofOrders.Gesamtbetrag, Netto: sum(lines.map(({ priceBeforeTax }) => priceBeforeTax)) },
    detailed: {
      ...ofOrders,
      'Preis des Startplatzes': sum(people.map(({ ticketPrice }) => ticketPrice)),
      Verrechnet: sum(people.map(({ chargedPrice }) => chargedPrice)),
    },
  };
  // What is of one piece is headed as that, and adds up to nothing.
  const perPiece = ['Einzelpreis'];
  for (const [kind, sums] of Object.entries(wanted)) {
    const path = `/api/admin/statistics/event/${race.eventId}/export/orders/${kind}`;
    for (const [format, [heads = [], ...rows]] of [
      ['csv', await csv(organizer, path)],
      ['xlsx', await xlsx(organizer, path)],
    ] as const) {
      const cents = (cell: unknown) => Math.round(Number(String(cell ?? '').replace(',', '.')) * 100);
      const money = heads.filter((_, at) => rows.some((row) => /^-?\d+,\d\d$/.test(String(row[at]))));
      if (format === 'csv')
        expect([kind, money.filter((head) => !(String(head) in sums) && !perPiece.includes(String(head)))]).toEqual([
          kind,
          [],
        ]);
      for (const [head, total] of Object.entries(sums)) {
        const at = heads.indexOf(head);
        expect([kind, format, head, sum(rows.map((row) => cents(row[at])))]).toEqual([kind, format, head, total]);
      }
    }
  }
});

test('associations and timing get those who start, cell by cell, in both formats', async () => {
  const { organizer, race, shop, paid, superAdmin } = await filled();
  await superAdmin.json('PATCH', `/api/admin/events/${race.eventId}/form-fields/${race.clubFieldId}`, {
    rrName: 'RRClub',
  });
  const { read } = shop.deps;
  const stored = await read
    .select({ person: participants, team: teams.teamName, competition: competitions.title })
    .from(participants)
    .innerJoin(teams, eq(teams.id, participants.teamId))
    .innerJoin(competitions, eq(competitions.id, participants.competitionId))
    .where(eq(participants.orderId, paid))
    .orderBy(asc(participants.id));
  const [said] = await read.select().from(participantFields);
  const lvs = stored.map(({ person, team, competition }) => [
    person.rrBib,
    person.lastName,
    person.firstName,
    Number(person.birthDate?.slice(0, 4)),
    person.gender && { female: 'Weiblich', male: 'Männlich', diverse: 'Divers' }[person.gender],
    person.nationalityCountryCode,
    person.club,
    competition,
    team,
    person.orderId,
  ]);
  const lvsHeads = [
    'Startnummer',
    'Nachname',
    'Vorname',
    'Jahrgang',
    'Geschlecht',
    'Nation',
    'Verein',
    'Bewerb',
    'Team',
    'Bestellnummer',
  ];
  const path = `/api/admin/events/${race.eventId}/lvs-export`;
  expect(await xlsx(organizer, path)).toEqual([lvsHeads, ...lvs]);
  const defused = (cell: unknown) => (/^[=+@-]/.test(String(cell)) ? `'${cell}` : String(cell ?? ''));
  expect(await csv(organizer, path)).toEqual([lvsHeads, ...lvs.map((row) => row.map(defused))]);
  const fields = await xlsx(organizer, `/api/admin/statistics/event/${race.eventId}/export/race-fields`);
  const [heads = [], first = [], second = []] = fields;
  expect(fields).toHaveLength(3);
  expect(heads.at(-1)).toBe('RRClub');
  expect([first.at(-1), second.at(-1)]).toEqual([said?.value, null]);
  expect([first[0], second[0]]).toEqual(stored.map(({ person }) => person.id));
});

test('refuses an empty export, and limits by days', async () => {
  const { organizer, superAdmin, race, shop } = await filled();
  const ask = (path: string) => superAdmin.json<{ code: string }>('GET', path);
  const { eventId: empty } = await shop.deps.write((work) => makeRace(work));
  for (const path of [
    `/api/admin/statistics/event/${empty}/export/orders/detailed`,
    `/api/admin/statistics/event/${empty}/export/race-fields`,
    `/api/admin/events/${empty}/lvs-export?format=xlsx`,
    `/api/admin/statistics/event/${race.eventId}/export/orders/detailed?from=2026-03-03`,
    '/api/admin/statistics/accounting/overview?format=csv&from=2030-01-01',
  ]) {
    const { status, body } = await ask(path);
    expect([path, status, body.code]).toEqual([path, 404, 'NO_ORDERS_FOR_EVENT_FOUND']);
  }
  // A person with a browser stays on the page of the exports.
  const opened = await superAdmin.fetch(`/api/admin/events/${empty}/lvs-export`, {
    headers: { accept: 'text/html,*/*;q=0.8' },
  });
  expect([opened.status, opened.headers.get('location')]).toEqual([303, `/admin/events/${empty}/exports?nothing=lvs`]);
  const page = await (await superAdmin.fetch(`/admin/events/${empty}/exports?nothing=lvs`)).text();
  expect(page).toContain('Hier gibt es noch nichts zu laden: Starterliste');
  const { status, body } = await superAdmin.json<{ code: string }>('POST', '/api/admin/exports', {
    kind: 'lvs',
    eventId: empty,
  });
  expect([status, body.code]).toEqual([404, 'NO_ORDERS_FOR_EVENT_FOUND']);
  const base = `/api/admin/statistics/event/${race.eventId}/export/orders/summarized`;
  expect(await csv(organizer, `${base}?from=2026-03-02&to=2026-03-02`)).toHaveLength(4);
  expect((await ask(`${base}?from=gestern`)).status).toBe(400);
  expect((await ask(base.replace('summarized', 'other'))).status).toBe(404);
});

test('exports only the heads when an event has no page views', async () => {
  const { organizer, race, shop } = await filled();
  const views = `/api/admin/statistics/event/${race.eventId}/event-views?format=csv`;
  expect(await csv(organizer, views)).toHaveLength(1);
  const asked = { kind: 'event-views', eventId: race.eventId };
  expect((await organizer.json('POST', '/api/admin/exports', asked)).status).toBe(201);
  await shop.settle();
  const [row] = (await organizer.json<Listed>('GET', '/api/admin/exports')).body.rows;
  expect(row).toMatchObject({ status: 'done', problem: null });
  const link = new URL(row?.downloadLink ?? '');
  const file = parse(await (await organizer.fetch(link.pathname + link.search)).text(), { bom: true, delimiter: ';' });
  expect(file).toEqual([['date', 'eventId', 'eventTitle', 'views']]);
});

test('spreads partial refunds over the order’s rates, never more than was paid per rate', async () => {
  const { superAdmin, buyer, race } = await scene();
  await superAdmin.json('PATCH', `/api/admin/articles/${race.shirtId}`, { vat: 10 });
  const pay = async (people: Parameters<typeof bookingOf>[1], totalPrice: number) => {
    const booking = bookingOf(race, people, { totalPrice });
    const { body } = await buyer.json<{ orderId: number }>('POST', `/api/events/${race.eventId}/book`, booking);
    await superAdmin.json('PATCH', `/api/admin/orders/${body.orderId}/status`, { status: 'complete' });
    return body.orderId;
  };
  const shirts = [{ uniqueLocalId: 'u', articleId: race.shirtId, variantId: race.shirtVariantId, quantity: 2 }];
  const mixed = await pay([runner({ articles: shirts })], 8150);
  const plain = await pay([runner(), runner()], 6150);
  const giveBack = async (orderId: number, amount: number) => {
    const orderIds = [orderId];
    await superAdmin.json('POST', '/api/admin/orders/refund-orders', { orderIds, mode: 'custom', amount });
    await superAdmin.json('POST', '/api/admin/orders/set-refund-status', { orderIds, refundStatus: 'completed' });
  };
  for (const amount of [1000, 2000, 5150]) await giveBack(mixed, amount);
  await giveBack(plain, 6150);
  const { body } = await superAdmin.json<{ rows: { rate: number; gross: number; refunded: number }[] }>(
    'GET',
    '/api/admin/statistics/accounting/overview',
  );
  expect(body.rows.map(({ rate, gross, refunded }) => [rate, gross, refunded])).toEqual([
    [20, 9300, 9300],
    [10, 5000, 5000],
  ]);
});

test('a refund without the fee is, rate by rate, what its credit note says', async () => {
  const { superAdmin, buyer, race } = await scene();
  await superAdmin.json('PATCH', `/api/admin/articles/${race.shirtId}`, { vat: 10 });
  const shirts = [{ uniqueLocalId: 'u', articleId: race.shirtId, variantId: race.shirtVariantId, quantity: 2 }];
  const booking = bookingOf(race, [runner({ articles: shirts })], { totalPrice: 8150 });
  const { body } = await buyer.json<{ orderId: number }>('POST', `/api/events/${race.eventId}/book`, booking);
  const orderIds = [body.orderId];
  await superAdmin.json('PATCH', `/api/admin/orders/${body.orderId}/status`, { status: 'complete' });
  await superAdmin.json('POST', '/api/admin/orders/refund-orders', { orderIds, mode: 'withoutProcessingFee' });
  await superAdmin.json('POST', '/api/admin/orders/set-refund-status', { orderIds, refundStatus: 'completed' });
  const path = '/api/admin/statistics/accounting/overview';
  const { body: overview } = await superAdmin.json<{ rows: Record<'rate' | 'gross' | 'refunded', number>[] }>(
    'GET',
    path,
  );
  expect(overview.rows.map(({ rate, gross, refunded }) => [rate, gross, refunded])).toEqual([
    [20, 3150, 3000],
    [10, 5000, 5000],
  ]);
});

test('the accounting overview adds up: what came in less refunds, fee and disagio is paid out', async () => {
  const { superAdmin, race, shop, ids, organizer } = await filled();
  await superAdmin.json('PATCH', `/api/admin/organizers/${ids.organizerId}`, { disagioPercentage: 1.5 });
  await superAdmin.json('PATCH', `/api/admin/events/${race.eventId}`, { organizerProcessingFee: 99 });
  const path = '/api/admin/statistics/accounting/overview';
  type Overview = {
    rows: Record<'net' | 'tax' | 'gross' | 'refunded' | 'fee' | 'disagio' | 'payout' | 'held' | 'rate', number>[];
  };
  const { body } = await superAdmin.json<Overview>('GET', path);
  const entries = await shop.deps.read.select().from(ledgerEntries);
  const sum = (kind: string) =>
    entries.filter((entry) => entry.kind === kind).reduce((all, { amount }) => all + amount, 0);
  const total = (name: keyof Overview['rows'][number]) => body.rows.reduce((all, row) => all + row[name], 0);
  expect(body.rows[0]).toMatchObject({ organizerName: 'LC Linz', eventTitle: 'Donaulauf', rate: 20 });
  expect([total('gross'), total('refunded')]).toEqual([sum('payment'), sum('refund')]);
  // Marked as paid: a transfer and no card, which nothing proves, so no settlement has it yet or charges for it.
  expect([total('disagio'), total('fee')]).toEqual([0, 0]);
  expect([total('held'), total('payout')]).toEqual([sum('payment'), 0]);
  const [payment] = entries.filter(({ kind }) => kind === 'payment');
  const amount = payment?.amount ?? expect.fail('somebody has paid');
  await upload(superAdmin, camtFile([{ amount, text: 'Startgeld', bankReference: 'B1' }]));
  const [line] = await shop.deps.read.select().from(bankLines);
  const shares = [{ orderId: payment?.orderId ?? 0, amount }];
  await shop.deps.write((work) => assignLine(work, { lineId: line?.id ?? 0, shares, editorId: 1 }));
  const { body: proven } = await superAdmin.json<Overview>('GET', path);
  const sumOf = (name: keyof Overview['rows'][number]) => proven.rows.reduce((all, row) => all + row[name], 0);
  expect([sumOf('fee'), sumOf('held')]).toEqual([2 * 99, 0]);
  expect(sumOf('payout')).toBe(sumOf('gross') - sumOf('refunded') - sumOf('fee') - sumOf('disagio'));
  expect(total('net') + total('tax')).toBe(total('gross'));
  const [heads, ...rows] = await xlsx(superAdmin, path.concat(''));
  expect(heads).toEqual(
    'organizerId,organizerName,eventId,eventTitle,rate,net,tax,gross,refunded,fee,disagio,payout,held,vouchers,articles,cash'.split(
      ',',
    ),
  );
  expect(rows).toEqual(
    proven.rows.map((row) =>
      Object.entries(row).map(([name, value]) =>
        'net tax gross refunded fee disagio payout held vouchers articles cash'.split(' ').includes(name)
          ? Number(value) / 100
          : value,
      ),
    ),
  );
  expect((await organizer.json('GET', path)).status).toBe(403);
});

type Listed = {
  rows: {
    id: number;
    kind: string;
    status: string;
    progress: number;
    createdAt: string;
    fromDate: string | null;
    toDate: string | null;
    downloadLink: string | null;
  }[];
};

test('an export in the background: listed with progress, kept for its owner alone, mailed after two days, removed', async () => {
  const { organizer, otherOrganizer, guest, superAdmin, race, shop } = await filled();
  const asked = { kind: 'detailed', eventId: race.eventId, from: '2026-03-01', to: '2026-03-31', format: 'xlsx' };
  const { status, body } = await organizer.json<Listed>('POST', '/api/admin/exports', asked);
  expect(status).toBe(201);
  expect(body.rows).toMatchObject([
    {
      kind: 'detailed',
      status: 'waiting',
      progress: 0,
      fromDate: '2026-03-01',
      toDate: '2026-03-31',
      downloadLink: null,
    },
  ]);
  await shop.settle();
  const list = async (who: Caller) => (await who.json<Listed>('GET', '/api/admin/exports')).body.rows;
  const [row] = await list(organizer);
  expect(row).toMatchObject({ status: 'done', progress: 100 });
  const link = new URL(row?.downloadLink ?? '');
  const file = await guest.fetch(link.pathname + link.search);
  const [sheet] = await readXlsx(Buffer.from(await file.arrayBuffer()), { trim: false });
  expect(sheet?.data).toEqual(
    await xlsx(organizer, `/api/admin/statistics/event/${race.eventId}/export/orders/detailed`),
  );
  // Without the signature it opens only for managers of the event.
  const open = async (who: Caller, path: string) => (await who.fetch(path)).status;
  expect(
    await Promise.all([organizer, superAdmin, otherOrganizer, guest].map((who) => open(who, link.pathname))),
  ).toEqual([200, 200, 404, 404]);
  expect(await open(guest, `${link.pathname}${link.search}x`)).toBe(404);
  shop.clock.advance(minutes(16));
  expect(await open(guest, link.pathname + link.search), 'a link of a call is good for 15 minutes').toBe(404);
  expect([await list(otherOrganizer), (await list(superAdmin)).length]).toEqual([[], 1]);
  const folder = join(shop.deps.config.dataDir, 'exports');
  const names = await readdir(folder);
  expect(names).toHaveLength(1);
  expect((await stat(join(folder, names[0] ?? ''))).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o077).toBe(0);
  const mails = async () =>
    (await shop.mails('organizer@example.test')).filter(({ subject }) => subject.includes('Export'));
  expect(await mails()).toEqual([]);
  shop.clock.advance(days(2) + minutes(1));
  await shop.settle();
  await shop.settle();
  const [mail, ...others] = await mails();
  expect(others).toEqual([]);
  const [mailed = ''] = /https?:\S+\/file\?\S+/.exec(mail?.text ?? '') ?? [];
  expect(await open(guest, new URL(mailed).pathname + new URL(mailed).search)).toBe(200);
  shop.clock.advance(days(7) + minutes(1));
  await shop.settle();
  expect([await shop.deps.read.select().from(exports), await readdir(folder)]).toEqual([[], []]);
});

test('mails a named recipient at once, and skips the mail without the right to the file', async () => {
  const { organizer, race, shop, ids } = await filled();
  const ask = (mailTo?: string) =>
    organizer.json('POST', '/api/admin/exports', { kind: 'lvs', eventId: race.eventId, ...(mailTo ? { mailTo } : {}) });
  await ask('timing@example.test');
  await shop.settle();
  expect(await shop.mails('timing@example.test')).toHaveLength(1);
  expect((await ask('nowhere')).status).toBe(400);
  await ask();
  await shop.settle();
  await shop.deps.write(async (work) => {
    const { id } = await findOrCreateUser(work, 'organizer@example.test', { language: 'de' });
    await addOrganizerUser(work, Number(ids.organizerId), 'second@example.test', null, 'owner');
    await removeOrganizerUser(work, Number(ids.organizerId), id);
  });
  shop.clock.advance(days(3));
  await shop.settle();
  expect((await shop.mails('organizer@example.test')).filter(({ subject }) => subject.includes('Export'))).toHaveLength(
    0,
  );
});

test('who takes people along stands in the history of the event, with what was asked for', async () => {
  const { organizer, race, shop } = await filled();
  await csv(organizer, `/api/admin/events/${race.eventId}/lvs-export`);
  await organizer.json('POST', '/api/admin/exports', {
    kind: 'perOrder',
    eventId: race.eventId,
    mailTo: 'tax@example.test',
  });
  const entries = await shop.deps.read
    .select()
    .from(eventAudits)
    .where(eq(eventAudits.kind, 'export'))
    .orderBy(asc(eventAudits.id));
  expect(entries.map(({ name, changes }) => [name, changes])).toEqual([
    ['lvs.csv', []],
    ['perOrder.csv', [{ field: 'mailTo', before: null, after: 'tax@example.test' }]],
  ]);
  const history = await (await organizer.fetch(`/admin/events/${race.eventId}/history`)).text();
  expect(history).toContain('perOrder.csv');
  expect(history).toContain('tax@example.test');
});

test('restarts the export of a killed process, three times at most', async () => {
  const { organizer, race, shop } = await filled();
  await organizer.json('POST', '/api/admin/exports', { kind: 'summarized', eventId: race.eventId });
  const { write, read } = shop.deps;
  const died = (tries: number, leasedFor: number) =>
    write(({ tx, now }) =>
      tx.update(exports).set({
        status: 'running',
        tries,
        leaseOwner: 'gone',
        leasedUntil: (now + leasedFor) as typeof now,
        fileName: null,
      }),
    );
  const state = async () => (await read.select().from(exports))[0]?.status;
  await died(1, minutes(1));
  await shop.settle();
  // Another process may still be making it.
  expect(await state()).toBe('running');
  shop.clock.advance(minutes(1));
  await shop.settle();
  expect(await state()).toBe('done');
  await died(3, 0);
  await shop.settle();
  expect(await state()).toBe('failed');
});

test('validates the page like the call, with errors beside the fields, and refuses other users', async () => {
  const { organizer, otherOrganizer, superAdmin, race, shop } = await filled();
  const path = `/admin/events/${race.eventId}/exports`;
  const text = async (answer: Response) => [answer.status, await answer.text()] as const;
  const [status, html] = await text(await organizer.fetch(path));
  expect(status).toBe(200);
  expect(html).toContain(`/api/admin/events/${race.eventId}/lvs-export?format=xlsx`);
  expect(html).not.toContain('forNewsletter');
  const asked = { kind: 'detailed', format: 'csv', from: '02.03.2026', to: '01.03.2026', mailTo: '' };
  const [wrong, again] = await text(await organizer.form(path, asked));
  expect([wrong, again.includes('Das Ende liegt vor dem Beginn.'), again.includes('02.03.2026')]).toEqual([
    400,
    true,
    true,
  ]);
  const [unreadable, said] = await text(await organizer.form(path, { ...asked, from: 'gestern' }));
  expect([unreadable, said.includes('Das Ende liegt')]).toEqual([400, false]);
  const [without, missing] = await text(await superAdmin.form('/admin/exports', { ...asked, from: '', to: '' }));
  expect([without, missing.includes('Wähle eine Veranstaltung.')]).toEqual([400, true]);
  expect((await organizer.form(path, { ...asked, to: '' })).headers.get('location')).toBe(`${path}?done=1`);
  await superAdmin.form('/admin/exports', { ...asked, kind: 'accounting', from: '', to: '' });
  await shop.settle();
  const rows = await shop.deps.read.select().from(exports).orderBy(asc(exports.id));
  expect(rows.map(({ kind, eventId, status }) => [kind, eventId, status])).toEqual([
    ['detailed', race.eventId, 'done'],
    ['accounting', null, 'done'],
  ]);
  const links = async (who: Caller, page: string) =>
    (await (await who.fetch(page)).text()).match(/\/api\/admin\/exports\/\d+\/file/g);
  expect([await links(organizer, path), (await links(superAdmin, '/admin/exports'))?.length]).toEqual([
    ['/api/admin/exports/1/file'],
    2,
  ]);
  expect([(await otherOrganizer.fetch(path)).status, (await organizer.fetch('/admin/exports')).status]).toEqual([
    404, 403,
  ]);
});

test.each([
  [
    'de',
    'Dein Export ist fertig: Starterliste für Verbände (LVS)',
    [
      'Donaulauf',
      'Veranstaltung',
      'Angefordert von',
      'organizer@example.test',
      'Der Link gilt bis',
      '01.03.2026',
      'Datei laden',
    ],
  ],
  [
    'en-US',
    'Your export is ready: Start list for associations (LVS)',
    [
      'Donaulauf',
      'Event',
      'Requested by',
      'organizer@example.test',
      'The link works until',
      '03/01/2026',
      'Download file',
    ],
  ],
] as const)(
  'the mail says in %s what the file is, of which days, whose, and until when',
  async (language, subject, said) => {
    const { organizer, race, shop, guest } = await filled();
    await organizer.fetch(`/?lang=${language.toLowerCase()}`);
    const asked = { kind: 'lvs', format: 'csv', from: said[5], to: '', mailTo: 'timing@example.test' };
    const page = `/admin/events/${race.eventId}/exports`;
    expect((await organizer.form(page, asked)).status).toBe(303);
    await shop.settle();
    const [mail, ...others] = await shop.mails('timing@example.test');
    expect([mail?.subject, others]).toEqual([subject, []]);
    for (const words of said) expect(mail?.text, words).toContain(words);
    for (const words of said.slice(0, -1)) expect(mail?.html, words).toContain(words);
    const [link = ''] = /https?:\S+\/file\?\S+/.exec(mail?.text ?? '') ?? [];
    const file = await guest.fetch(new URL(link).pathname + new URL(link).search);
    expect([file.status, file.headers.get('content-disposition')]).toEqual([200, expect.stringContaining('.csv')]);
    // The mail warns before forwarding what the file contains.
    expect(mail?.text).toMatch(language === 'de' ? /Angaben von Personen/ : /people/);
  },
);

test('refreshes the page often while a file is made, rarely otherwise', async () => {
  const { organizer, race, shop } = await filled();
  const page = `/admin/events/${race.eventId}/exports`;
  const live = async () => /data-live="(\d+)"/.exec(await (await organizer.fetch(page)).text())?.[1];
  expect(await live()).toBe('15');
  await organizer.json('POST', '/api/admin/exports', { kind: 'lvs', eventId: race.eventId });
  expect(await live()).toBe('2');
  await shop.settle();
  expect(await live()).toBe('15');
});
