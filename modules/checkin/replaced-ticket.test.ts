import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { updateEvent } from '#modules/events/index.ts';
import { changeParticipant, orderOf } from '#modules/orders/index.ts';
import { markPaid } from '#modules/payments/index.ts';
import { order, race, raceOrganizer } from '#modules/payments/testing.ts';
import { present } from '#src/kernel/assert.ts';
import { seconds } from '#src/kernel/time.ts';
import { type Caller, type TestShop, testShop } from '#tests/support/shop.ts';
import { makeApple, makeGoogle } from '#tests/support/wallets.ts';
import { parseTicketCode } from './rules/ticket-code.ts';
import { scans } from './schema.ts';
import { ticketCodeOf } from './ticket-mac.ts';

const former = 'buyer@runner.example';
const heir = 'heir@runner.example';
const kim = { firstName: 'Kim', lastName: 'Groß', email: 'kim@runner.example' };
const self = { firstName: 'Ada', lastName: 'Berger', email: former };
const nobody = { firstName: 'Ohne', lastName: 'Adresse' };

type Scanned = { result: string; replacedAt: string | null; participant: { id: number } | null };
type Listed = {
  tickets: { participantId: number; codeHash: string; replaced: { codeHash: string; replacedAt: string }[] }[];
};

async function peopleOf(shop: TestShop, orderId: number) {
  const placed = present(await orderOf(shop.deps.read, orderId), 'it was just placed');
  return placed.competitions.flatMap(({ teams }) => teams).flatMap(({ participants }) => participants);
}

async function paidOrder(shop: TestShop, people: { firstName: string; lastName: string; email?: string }[]) {
  const where = await race(shop);
  const orderId = await order(shop, where, { people });
  await shop.deps.write((work) => markPaid(work, { orderId, editorId: 1 }));
  await shop.settle();
  const persons = await peopleOf(shop, orderId);
  const staff = await shop.login(raceOrganizer);
  const codeOf = async (at: number): Promise<string> => {
    const { id, ticketVersion } = present((await peopleOf(shop, orderId))[at], 'a person');
    return ticketCodeOf(shop.deps.signer, where.eventId, id, ticketVersion);
  };
  return { ...where, orderId, persons, staff, codeOf, scan: scanner(staff) };
}

const scanner =
  (staff: Caller) =>
  async (code: string, scannedAt = '2026-05-17T06:00:00.000Z', device = 'A'): Promise<Scanned> => {
    const { eventId, participantId, mac } = present(parseTicketCode(code), code);
    const body = { device, participantId, scannedAt, eventSecret: mac };
    return (await staff.json<Scanned>('POST', `/api/admin/events/${eventId}/scan`, body)).body;
  };

const handOver = (staff: Caller, orderId: number, newEmail = heir) =>
  staff.json('PATCH', `/api/admin/orders/${orderId}/change-buyer`, { newEmail });

const signedIn = (text: string): string[] =>
  [...text.matchAll(/(?:http:\/\/shop\.test|")(\/[^\s"]*signature=[^\s"]+)/g)].map(([, path = '']) =>
    path.replaceAll('&amp;', '&'),
  );

test('moving an order to another address voids all links, codes and forms of the old holder', {
  timeout: 60_000,
}, async () => {
  const shop = await testShop({ env: { ...makeApple().env, ...makeGoogle().env } });
  const { orderId, persons, staff, codeOf, scan } = await paidOrder(shop, [self, kim, nobody]);
  const guest = shop.visitor();
  const buyer = await shop.login(former);
  // All that the old holder can have kept: the mails, the pages they lead to, and the papers of the order.
  const oldLinks = new Set<string>();
  for (const mail of await shop.mails(former)) for (const link of signedIn(mail.text)) oldLinks.add(link);
  for (const { id } of persons) {
    const own = (await buyer.fetch(`/orders/${orderId}/tickets/${id}`)).headers.get('location') ?? '';
    oldLinks.add(own);
    for (const link of signedIn(await (await guest.fetch(own)).text())) oldLinks.add(link);
    const pdf = `/api/orders/${orderId}/participant-confirmation/${id}`;
    oldLinks.add(
      (await buyer.json<{ downloadLink: string }>('GET', pdf)).body.downloadLink.slice('http://shop.test'.length),
    );
  }
  const paper = await buyer.json<{ downloadLink: string }>('GET', `/api/orders/${orderId}/confirmation`);
  oldLinks.add(paper.body.downloadLink.slice('http://shop.test'.length));
  expect([...oldLinks].some((link) => link.includes('/change?'))).toBe(true);
  expect([...oldLinks].some((link) => link.includes('.pkpass?'))).toBe(true);
  const papers = [paper.body.downloadLink, `/tickets/${persons[0]?.id}`];
  for (const link of oldLinks)
    if (papers.some((part) => link.startsWith(part) || part.endsWith(link)))
      expect([link, (await guest.fetch(link)).status]).toEqual([link, 200]);
  const codes = await Promise.all(persons.map((_, at) => codeOf(at)));
  const before = (await shop.mails()).length;

  shop.clock.set('2026-03-03T10:00:00Z');
  expect((await handOver(staff, orderId)).status).toBe(200);
  await shop.settle();
  for (const link of oldLinks) {
    const answer = await guest.fetch(link);
    expect([link, answer.status]).toEqual([link, expect.toSatisfy((status) => [404, 410].includes(status))]);
    expect(await answer.text()).not.toMatch(/Groß|Adresse\b.*Ohne|heir@/);
  }
  const change = [...oldLinks].find((link) => link.includes('/change?')) ?? '';
  expect((await guest.form(change, { firstName: 'Evil', lastName: 'Twin', email: 'evil@example.test' })).status).toBe(
    410,
  );
  for (const code of codes)
    expect(await scan(code)).toMatchObject({ result: 'NOT_FOUND', replacedAt: '2026-03-03T10:00:00.000Z' });
  expect(await shop.deps.read.select().from(scans)).toEqual([]);

  // The old address is only told; the new one gets its ticket, and the other tickets stay valid.
  const written = (await shop.mails()).slice(0, (await shop.mails()).length - before);
  expect(written.filter(({ to }) => to === former).map(({ subject }) => subject)).toEqual([
    `Bestellung ${orderId} ist übergeben`,
  ]);
  expect(written.map(({ to, subject }) => `${to} ${subject}`).sort()).toEqual([
    `${former} Bestellung ${orderId} ist übergeben`,
    `${heir} Bestellbestätigung: Donaulauf (Bestellung ${orderId})`,
    `${heir} Deine Startkarte: Donaulauf`,
    `${kim.email} Deine Startkarte: Donaulauf`,
  ]);
  for (const { text } of written) for (const link of signedIn(text)) expect((await guest.fetch(link)).status).toBe(200);
  expect((await peopleOf(shop, orderId)).map(({ email }) => email)).toEqual([heir, kim.email, null]);
  for (const at of [0, 1, 2]) {
    const fresh = await codeOf(at);
    expect(fresh).toMatch(/^T1\.\d+\.\d+\.[0-9A-Z]{16}$/);
    expect(codes).not.toContain(fresh);
    expect(await scan(fresh)).toMatchObject({ result: 'SCAN_SUCCESS', replacedAt: null });
  }
  // Its history says whose address went along.
  const { body } = await staff.json<{ order: { audits: { comment: string }[] } }>(
    'GET',
    `/api/admin/orders/${orderId}`,
  );
  expect(body.order.audits.map(({ comment }) => comment)).toContain(
    `buyer: ${former} → ${heir}\n#${persons[0]?.id} email: ${former} → ${heir}`,
  );
});

test('the gate says on what day a ticket was replaced, on the page without script as well', async () => {
  const shop = await testShop();
  const { eventId, orderId, staff, codeOf } = await paidOrder(shop, [kim]);
  const old = await codeOf(0);
  shop.clock.set('2026-03-03T10:00:00Z');
  await handOver(staff, orderId);
  const scanned = await staff.form('/scan', { event: String(eventId), code: old });
  const page = await (await staff.fetch(scanned.headers.get('location') ?? '')).text();
  expect(page).toContain('data-result="NOT_FOUND"');
  expect(page).toMatch(
    /Dieses Ticket wurde am 3\. ?März 2026[^<]* ersetzt|Dieses Ticket wurde am 03\.03\.2026[^<]* ersetzt/,
  );
  // A code without a participant is refused.
  const [event, person] = old.split('.').slice(1);
  const forged = await staff.form('/scan', { event: String(eventId), code: `T1.${event}.${person}.0000000000000000` });
  expect(await (await staff.fetch(forged.headers.get('location') ?? '')).text()).not.toMatch(/am \d.* ersetzt/);
  const { body } = await staff.json<Listed>('GET', `/api/admin/events/${eventId}/scan-list`);
  expect(body.tickets[0]?.replaced).toEqual([
    { codeHash: expect.stringMatching(/^[0-9a-f]{64}$/), replacedAt: '2026-03-03T10:00:00.000Z' },
  ]);
  expect(JSON.stringify(body)).not.toContain(old.split('.')[3]);
});

test('a new address keeps the code, unless the event replaces tickets then', async () => {
  const shop = await testShop();
  const { eventId, orderId, persons, codeOf, scan } = await paidOrder(shop, [kim]);
  const participantId = present(persons[0], 'Kim').id;
  const move = (email: string) =>
    shop.deps.write((work) =>
      changeParticipant(work, { orderId, participantId, change: { email }, editorId: 1, by: 'organizer' }),
    );
  const first = await codeOf(0);
  await move('second@runner.example');
  expect(await codeOf(0)).toBe(first);
  await shop.deps.write((work) => updateEvent(work, eventId, { newTicketForNewEmail: true }));
  await move('third@runner.example');
  const fresh = await codeOf(0);
  expect(fresh).not.toBe(first);
  expect(await scan(first)).toMatchObject({ result: 'NOT_FOUND', replacedAt: '2026-03-02T09:00:00.000Z' });
  await shop.settle();
  const subjects = async (email: string) => (await shop.mails(email)).map(({ subject }) => subject);
  expect(await subjects('third@runner.example')).toEqual(['Deine Startkarte: Donaulauf']);
  const [mail] = await shop.mails('third@runner.example');
  expect(mail?.text).toContain(fresh);
  expect(await scan(fresh)).toMatchObject({ result: 'SCAN_SUCCESS' });
});

test('another person gets a new ticket; a corrected spelling keeps it', async () => {
  const shop = await testShop();
  const { orderId, persons, codeOf, scan } = await paidOrder(shop, [kim]);
  const participantId = present(persons[0], 'Kim').id;
  const first = await codeOf(0);
  const change = (fields: Record<string, string>) =>
    shop.deps.write((work) =>
      changeParticipant(work, { orderId, participantId, change: fields, editorId: 1, by: 'organizer' }),
    );
  await change({ lastName: 'Gross' });
  await change({ firstName: 'Kimberly' });
  await change({ birthDate: '1990-05-01' });
  await change({ firstName: 'Gross', lastName: 'Kimberly' });
  await change({ birthDate: '1990-01-05' });
  expect(await codeOf(0)).toBe(first);
  await change({ firstName: 'Eva', lastName: 'Neu' });
  expect(await scan(first)).toMatchObject({ result: 'NOT_FOUND', replacedAt: '2026-03-02T09:00:00.000Z' });
  const second = await codeOf(0);
  await change({ firstName: 'Iva', birthDate: '1992-02-02' });
  expect(await scan(second)).toMatchObject({ result: 'NOT_FOUND' });
  await shop.settle();
  const [mail] = await shop.mails(kim.email);
  expect(mail?.text).toContain(await codeOf(0));
  expect((await scan(await codeOf(0))).result).toBe('SCAN_SUCCESS');
});

test('a scan and a hand-over at once: the old code lets in before it or not at all, the place is used once', {
  timeout: 60_000,
}, async () => {
  const shop = await testShop({ now: '2026-05-17T05:00:00Z' });
  for (let round = 0; round < 4; round += 1) {
    const { orderId, persons, staff, codeOf, scan } = await paidOrder(shop, [kim]);
    const old = await codeOf(0);
    const at = () => new Date(shop.clock()).toISOString();
    shop.clock.advance(seconds(1));
    const calls = [() => scan(old, at(), 'old'), () => handOver(staff, orderId)];
    const [first, second] = round % 2 === 0 ? calls : calls.reverse();
    const answers = await Promise.all([first?.(), second?.()]);
    const scanned = answers.find((answer) => answer && 'result' in answer) as Scanned;
    shop.clock.advance(seconds(1));
    const again = await scan(old, at(), 'again');
    expect(again).toMatchObject({ result: 'NOT_FOUND', replacedAt: expect.any(String) });
    const fresh = await scan(await codeOf(0), at(), 'new');
    expect(fresh.result).toBe(scanned.result === 'SCAN_SUCCESS' ? 'ALREADY_SCANNED' : 'SCAN_SUCCESS');
    const admitted = await shop.deps.read
      .select({ device: scans.device })
      .from(scans)
      .where(eq(scans.participantId, present(persons[0], 'Kim').id));
    expect(admitted.length).toBeGreaterThan(0);
  }
});

test('an offline admission before the transfer counts and uses up the new ticket', async () => {
  const shop = await testShop({ now: '2026-05-17T05:00:00Z' });
  const { orderId, staff, codeOf, scan } = await paidOrder(shop, [kim]);
  const old = await codeOf(0);
  shop.clock.set('2026-05-17T06:00:00Z');
  await handOver(staff, orderId);
  shop.clock.set('2026-05-17T06:30:00Z');
  expect((await scan(old, '2026-05-17T06:10:00.000Z', 'late')).result).toBe('NOT_FOUND');
  expect((await scan(old, '2026-05-17T05:50:00.000Z', 'offline')).result).toBe('SCAN_SUCCESS');
  expect((await scan(await codeOf(0), '2026-05-17T06:30:00.000Z', 'gate')).result).toBe('ALREADY_SCANNED');
});
