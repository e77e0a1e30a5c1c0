import { PDFDocument, PDFName } from '@cantoo/pdf-lib';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orderOf, setBib } from '#modules/orders/index.ts';
import { markPaid } from '#modules/payments/index.ts';
import { order, race, raceOrganizer } from '#modules/payments/testing.ts';
import { mailboxAttachments } from '#src/data/schema.ts';
import { type Caller, type TestShop, testShop } from '#tests/support/shop.ts';
import type { ScanResult } from './rules/scan-result.ts';
import { parseTicketCode } from './rules/ticket-code.ts';
import { scans } from './schema.ts';
import { gateOf } from './testing.ts';
import { ticketCodeOf } from './ticket-mac.ts';

const people = [
  { firstName: 'Zoë', lastName: 'Wałęsa', email: 'zoe@runner.example' },
  { firstName: 'Jörg', lastName: 'Groß' },
];
type Scanned = { result: ScanResult; participant: { id: number; competitionTitle: string } | null };

async function paidRace(shop: TestShop) {
  const { eventId, competitionId } = await race(shop);
  const orderId = await order(shop, { eventId, competitionId }, { people });
  await shop.deps.write((work) => markPaid(work, { orderId, editorId: 1 }));
  const placed = await orderOf(shop.deps.read, orderId);
  const ids = (placed?.competitions[0]?.teams ?? []).flatMap((team) => team.participants.map((person) => person.id));
  return { eventId, competitionId, orderId, ids: ids as [number, number] };
}

function scanner(shop: TestShop, staff: Caller, eventId: number) {
  return (
    participantId: number,
    device: string,
    scannedAt: string,
    change: { eventSecret?: string; at?: number } = {},
  ) =>
    staff.json<Scanned>('POST', `/api/admin/events/${change.at ?? eventId}/scan`, {
      device,
      participantId,
      scannedAt,
      eventSecret: change.eventSecret ?? parseTicketCode(ticketCodeOf(shop.deps.signer, eventId, participantId))?.mac,
    });
}

test('a ticket admits once; a repeated upload gets the same answer; the earlier scan wins', async () => {
  const shop = await testShop();
  const { eventId, ids } = await paidRace(shop);
  const scan = scanner(shop, await shop.login(raceOrganizer), eventId);
  const first = await scan(ids[0], 'A', '2026-05-17T06:00:05.000Z');
  expect(first).toMatchObject({
    status: 200,
    body: { result: 'SCAN_SUCCESS', participant: { id: ids[0], firstName: 'Zoë', competitionTitle: 'Halbmarathon' } },
  });
  expect((await scan(ids[0], 'A', '2026-05-17T06:00:05.000Z')).body.result).toBe('SCAN_SUCCESS');
  expect((await scan(ids[0], 'A', '2026-05-17T06:00:09.000Z')).body.result).toBe('ALREADY_SCANNED');
  expect((await scan(ids[0], 'B', '2026-05-17T06:00:01.000Z')).body.result).toBe('SCAN_SUCCESS');
  expect((await scan(ids[0], 'A', '2026-05-17T06:00:05.000Z')).body.result).toBe('ALREADY_SCANNED');
  const admitted = await shop.deps.read.select().from(scans).where(eq(scans.admitted, true));
  expect(admitted.map(({ device }) => device)).toEqual(['B']);
});

test('forged, foreign, unpaid and canceled tickets are not found, with status 200', async () => {
  const shop = await testShop();
  const { eventId, competitionId, orderId, ids } = await paidRace(shop);
  const other = await race(shop);
  const unpaid = await order(shop, { eventId, competitionId }, { people: [{ firstName: 'Not', lastName: 'Paid' }] });
  const unpaidId = (await orderOf(shop.deps.read, unpaid))?.competitions[0]?.teams[0]?.participants[0]?.id as number;
  const staff = await shop.login(raceOrganizer);
  const scan = scanner(shop, staff, eventId);
  const at = '2026-05-17T06:00:00.000Z';
  const codeOfOther = parseTicketCode(ticketCodeOf(shop.deps.signer, eventId, ids[1]))?.mac as string;
  const refused = [
    scan(ids[0], 'A', at, { eventSecret: '0000000000000000' }),
    scan(ids[0], 'A', at, { eventSecret: '' }),
    scan(ids[0], 'A', at, { eventSecret: codeOfOther }),
    scan(ids[0], 'A', at, { at: other.eventId }),
    scan(unpaidId, 'A', at),
    scan(999_999, 'A', at),
  ];
  for (const answer of await Promise.all(refused)) {
    expect(answer).toMatchObject({ status: 200, body: { result: 'NOT_FOUND', participant: null } });
  }
  await staff.json('PATCH', `/api/admin/orders/${orderId}/status`, { status: 'canceled' });
  expect((await scan(ids[0], 'A', at)).body.result).toBe('NOT_FOUND');
  expect(await shop.deps.read.select().from(scans)).toEqual([]);
  expect((await scan(ids[0], 'A', 'yesterday')).status).toBe(400);
});

test('of many concurrent devices one admits', async () => {
  const shop = await testShop();
  const { eventId, ids } = await paidRace(shop);
  const scan = scanner(shop, await shop.login(raceOrganizer), eventId);
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, device) => scan(ids[0], `D${device}`, '2026-05-17T06:00:00.000Z')),
  );
  expect(answers.filter(({ body }) => body.result === 'SCAN_SUCCESS')).toHaveLength(1);
  expect(answers.filter(({ body }) => body.result === 'ALREADY_SCANNED')).toHaveLength(39);
});

test('many offline devices upload in any order: the earliest counts, once', async () => {
  const shop = await testShop();
  const { eventId, ids } = await paidRace(shop);
  const scan = scanner(shop, await shop.login(raceOrganizer), eventId);
  const order = [17, 3, 29, 8, 1, 22, 14, 5];
  const upload = (second: number) =>
    scan(ids[1], `D${second}`, `2026-05-17T06:00:${String(second).padStart(2, '0')}.000Z`);
  await Promise.all(order.map(upload));
  const again = await Promise.all(order.map(upload));
  expect(again.map(({ body }) => body.result === 'SCAN_SUCCESS')).toEqual(order.map((second) => second === 1));
  const admitted = await shop.deps.read.select().from(scans).where(eq(scans.admitted, true));
  expect(admitted.map(({ device }) => device)).toEqual(['D1']);
});

test("another organizer's event is not there; the list holds hashes, no codes", async () => {
  const shop = await testShop();
  const { eventId, ids } = await paidRace(shop);
  await race(shop, { organizer: 'second@organizer.example' });
  const second = await shop.login('second@organizer.example');
  expect((await second.json('GET', `/api/admin/events/${eventId}/scan-list`)).status).toBe(404);
  expect((await scanner(shop, second, eventId)(ids[0], 'A', '2026-05-17T06:00:00.000Z')).status).toBe(404);
  expect((await shop.visitor().json('GET', `/api/admin/events/${eventId}/scan-list`)).status).toBe(401);
  const staff = await shop.login(raceOrganizer);
  const list = await staff.json<{ tickets: { participantId: number; codeHash: string }[] }>(
    'GET',
    `/api/admin/events/${eventId}/scan-list`,
  );
  expect(list.body.tickets.map((ticket) => ticket.participantId).sort()).toEqual([...ids].sort());
  expect(JSON.stringify(list.body)).not.toContain(
    parseTicketCode(ticketCodeOf(shop.deps.signer, eventId, ids[0]))?.mac,
  );
});

test('with a cursor a list answers only what changed: scans, numbers, and tickets that are gone', async () => {
  const shop = await testShop();
  const gate = await gateOf(shop);
  const [zoe, joerg] = gate.ids;
  type List = {
    cursor: string;
    changes: object | null;
    tickets: { participantId: number; bib: string | null; admitted: object | null }[];
  };
  for (const kind of ['scan-list', 'desk-list']) {
    const list = async (since?: string) =>
      (await gate.organizer.json<List>('GET', `${gate.base}/${kind}${since ? `?since=${since}` : ''}`)).body;
    const whole = await list();
    expect([whole.changes, whole.tickets.length]).toEqual([null, 2]);
    const nothing = await list(whole.cursor);
    expect([nothing.cursor, nothing.changes, nothing.tickets]).toEqual([
      whole.cursor,
      { buckets: [], removed: [] },
      [],
    ]);
    await shop.deps.write((work) => setBib(work, { participantId: joerg, bib: kind === 'scan-list' ? '12' : '13' }));
    const numbered = await list(whole.cursor);
    expect(numbered.tickets.map(({ participantId }) => participantId)).toEqual([joerg]);
    await scanner(shop, gate.organizer, gate.eventId)(zoe, kind, '2026-05-17T06:00:00.000Z');
    const before = kind === 'scan-list' ? [zoe] : [];
    expect((await list(numbered.cursor)).tickets.map(({ participantId }) => participantId)).toEqual(before);
    expect((await list(whole.cursor)).tickets).toHaveLength(kind === 'scan-list' ? 2 : 1);
    expect((await list('x.1.y')).changes).toBeNull();
  }
  const { cursor } = (await gate.organizer.json<List>('GET', `${gate.base}/scan-list`)).body;
  await gate.organizer.json('PATCH', `/api/admin/orders/${gate.orderId}/cancel`, { refund: { mode: 'none' } });
  const { body } = await gate.organizer.json<List>('GET', `${gate.base}/scan-list?since=${cursor}`);
  expect(body).toMatchObject({ changes: { removed: expect.arrayContaining(gate.ids) }, tickets: [] });
});

test('the page works without script: code, number and code, name; a reload scans nothing again', async () => {
  const shop = await testShop();
  const { eventId, ids } = await paidRace(shop);
  const staff = await shop.login(raceOrganizer);
  expect(await (await staff.fetch('/scan')).text()).toContain('Donaulauf');
  const code = ticketCodeOf(shop.deps.signer, eventId, ids[0]);
  const scanned = await staff.form('/scan', { event: String(eventId), code });
  expect(scanned.status).toBe(303);
  const resultPage = await (await staff.fetch(scanned.headers.get('location') as string)).text();
  expect(resultPage).toContain('data-result="SCAN_SUCCESS"');
  expect(resultPage).toContain('Zoë Wałęsa');
  const made = (scanned.headers.get('location') as string).replace(/seal=[^&]+/, 'seal=made-up');
  expect(await (await staff.fetch(made)).text()).not.toContain('data-result=');
  shop.clock.advance(60_000);
  const again = await staff.form('/scan', { event: String(eventId), code: `${ids[0]} ${parseTicketCode(code)?.mac}` });
  expect(again.headers.get('location')).toContain('ALREADY_SCANNED');
  const since = async () => {
    const to = (await staff.form('/scan', { event: String(eventId), code })).headers.get('location') as string;
    return /Eingelassen: ([^<]+)</.exec(await (await staff.fetch(to)).text())?.[1];
  };
  expect(await since()).toMatch(/^\d\d:\d\d Uhr$/);
  shop.clock.advance(86_400_000);
  expect(await since()).toMatch(/^\d\d\.\d\d\.\d{4}, \d\d:\d\d$/);
  const found = await (await staff.form('/scan', { event: String(eventId), code: 'jorg gro' })).text();
  expect(found).toContain('Jörg Groß');
  const chosen = await staff.form('/scan', { event: String(eventId), participant: String(ids[1]) });
  expect(chosen.headers.get('location')).toContain('SCAN_SUCCESS');
});

test('a paid order posts each ticket once, with PDF, calendar and a signed page', async () => {
  const shop = await testShop();
  const { orderId, ids } = await paidRace(shop);
  await shop.settle();
  await shop.settle();
  const mails = await shop.mails('zoe@runner.example');
  expect(mails).toHaveLength(1);
  const files = await shop.deps.read
    .select({ type: mailboxAttachments.type, bytes: mailboxAttachments.bytes })
    .from(mailboxAttachments)
    .where(eq(mailboxAttachments.messageId, mails[0]?.id as number));
  expect(files.map((file) => file.type.split(';')[0]).sort()).toEqual([
    'application/pdf',
    'image/png',
    'text/calendar',
  ]);
  const address = /http:\/\/shop\.test(\/tickets\/\d+\?\S+)/.exec(mails[0]?.text ?? '')?.[1] as string;
  const visitor = shop.visitor();
  expect(await (await visitor.fetch(address)).text()).toContain('Zoë Wałęsa');
  expect((await visitor.fetch(address.replace(String(ids[0]), String(ids[1])))).status).toBe(404);
  expect((await visitor.fetch(`/tickets/${ids[0]}`)).status).toBe(404);

  const buyer = await shop.login('buyer@runner.example');
  const link = await buyer.json<{ downloadLink: string }>(
    'GET',
    `/api/orders/${orderId}/participant-confirmation/${ids[1]}`,
  );
  const path = link.body.downloadLink.replace('http://shop.test', '');
  // In the language of the order, not of the visitor.
  const pdf = await shop.visitor({ acceptLanguage: 'en-US' }).fetch(path);
  const paper = await PDFDocument.load(await pdf.arrayBuffer(), { updateMetadata: false });
  expect(String(paper.catalog.get(PDFName.of('Lang')))).toBe('(de)');
  shop.clock.advance(16 * 60_000);
  expect((await visitor.fetch(path)).status).toBe(404);
});

test('an order leads only its owner to its tickets', async () => {
  const shop = await testShop();
  const owner = await shop.login('buyer@runner.example');
  const other = await shop.login('other@runner.example');
  const { eventId, competitionId, orderId, ids } = await paidRace(shop);
  const theirs = await order(shop, { eventId, competitionId }, { buyer: 'other@runner.example' });
  const path = `/orders/${orderId}/tickets/${ids[1]}`;
  expect(await (await owner.fetch(`/orders/${orderId}`)).text()).toContain(`href="${path}"`);
  const ticket = (await owner.fetch(path)).headers.get('location') ?? '';
  expect(await (await shop.visitor().fetch(ticket)).text()).toContain('Jörg Groß');

  expect((await other.fetch(path)).status).toBe(404);
  expect((await other.fetch(`/orders/${theirs}/tickets/${ids[1]}`)).status).toBe(404);
  expect((await other.fetch(`/orders/${theirs}/tickets/none`)).status).toBe(404);
  expect((await shop.visitor().fetch(path)).headers.get('location')).toMatch(/^\/auth\?/);
});

test('an order still opens its PDFs after the ticket pages have closed', async () => {
  const shop = await testShop();
  const { orderId, ids } = await paidRace(shop);
  const path = `/orders/${orderId}/tickets/${ids[1]}`;
  const early = (await (await shop.login('buyer@runner.example')).fetch(path)).headers.get('location') ?? '';
  shop.clock.set('2026-08-01T08:00:00Z');
  const owner = await shop.login('buyer@runner.example');
  expect((await owner.fetch(early)).status).toBe(410);
  const order = await (await owner.fetch(`/orders/${orderId}`)).text();
  for (const link of [path, `${path}/pdf`]) {
    expect(order).toContain(`href="${link}"`);
    const paper = await owner.fetch((await owner.fetch(link)).headers.get('location') ?? '');
    expect([paper.status, paper.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  }
});
