import { asc } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { replaceTicket } from '#modules/orders/index.ts';
import { orderAudits } from '#modules/orders/schema.ts';
import { order, race } from '#modules/payments/testing.ts';
import { testShop } from '#tests/support/shop.ts';
import { scans, turnedAway } from '../schema.ts';
import { gateOf } from '../testing.ts';
import { ticketCodeOf } from '../ticket-mac.ts';

const now = '2026-05-17T05:00:00Z';
type Scanned = { result: string; admittedAt: string | null };

test('stores every scan with its outcome, but no content of forged codes', async () => {
  const shop = await testShop({ now });
  const gate = await gateOf(shop);
  const elsewhere = await race(shop, { organizer: 'other@organizer.example' });
  const unpaidOrder = await order(shop, gate, {
    buyer: 'late@runner.example',
    people: [{ firstName: 'A', lastName: 'B' }],
  });
  const [unpaid] = await shop.deps.read.all<{ id: number }>(
    `select id from participants where order_id = ${unpaidOrder}`,
  );
  const foreignOrder = await order(shop, elsewhere, { people: [{ firstName: 'C', lastName: 'D' }] });
  const [foreign] = await shop.deps.read.all<{ id: number }>(
    `select id from participants where order_id = ${foreignOrder}`,
  );
  const mac = (eventId: number, id: number) => ticketCodeOf(shop.deps.signer, eventId, id).split('.')[3] ?? '';
  let minute = 0;
  const scan = async (participantId: number, eventSecret: string) => {
    minute += 1;
    const scannedAt = `2026-05-17T06:${String(minute).padStart(2, '0')}:00.000Z`;
    const body = { device: 'A', participantId, scannedAt, eventSecret };
    return (await gate.organizer.json<Scanned>('POST', `${gate.base}/scan`, body)).body.result;
  };
  const old = gate.macOf(gate.ids[1]);
  await shop.deps.write((work) => replaceTicket(work, { orderId: gate.orderId, participantIds: [gate.ids[1]] }));
  expect(await scan(gate.ids[0], 'FORGED0000000000')).toBe('NOT_FOUND');
  expect(await scan(424_242, 'FORGED0000000000')).toBe('NOT_FOUND');
  expect(await scan(foreign?.id ?? 0, mac(elsewhere.eventId, foreign?.id ?? 0))).toBe('NOT_FOUND');
  expect(await scan(gate.ids[1], old)).toBe('NOT_FOUND');
  expect(await scan(unpaid?.id ?? 0, mac(gate.eventId, unpaid?.id ?? 0))).toBe('NOT_FOUND');
  await gate.organizer.json('PATCH', `/api/admin/orders/${unpaidOrder}/cancel`);
  expect(await scan(unpaid?.id ?? 0, mac(gate.eventId, unpaid?.id ?? 0))).toBe('NOT_FOUND');
  expect(await scan(gate.ids[0], gate.macOf(gate.ids[0]))).toBe('SCAN_SUCCESS');

  const refusals = await shop.deps.read.select().from(turnedAway).orderBy(asc(turnedAway.id));
  expect(refusals.map(({ reason, participantId }) => [reason, participantId])).toEqual([
    ['forged', null],
    ['forged', null],
    ['foreign', null],
    ['replaced', gate.ids[1]],
    ['unpaid', unpaid?.id],
    ['canceled', unpaid?.id],
  ]);
  // The very same upload again is one.
  minute = 0;
  await scan(gate.ids[0], 'FORGED0000000000');
  expect(await shop.deps.read.select().from(turnedAway)).toHaveLength(6);
  const page = await (await gate.organizer.fetch(`/admin/events/${gate.eventId}/admissions`)).text();
  expect(page).toContain('gefälscht: 2');
  expect(page).toContain('Zoë Wałęsa');
});

test('stores offline refusals up to a limit; they never admit', async () => {
  const shop = await testShop({ now });
  const gate = await gateOf(shop);
  const tell = (code: string | null, second: number) =>
    gate.organizer.json('POST', `${gate.base}/turned-away`, {
      device: 'A',
      scannedAt: new Date(Date.parse('2026-05-17T06:00:00Z') + second * 1000).toISOString(),
      code,
    });
  expect((await tell(gate.codeOf(gate.ids[0]), 1)).status).toBe(204);
  expect((await tell(`T1.${gate.eventId}.${gate.ids[0]}.0000000000000000`, 2)).status).toBe(204);
  expect((await tell(null, 3)).status).toBe(204);
  expect((await tell('x'.repeat(201), 4)).status).toBe(400);
  const reasons = async () => (await shop.deps.read.select().from(turnedAway)).map(({ reason }) => reason);
  expect(await reasons()).toEqual(['notListed', 'forged', 'unreadable']);
  expect(await shop.deps.read.select().from(scans)).toEqual([]);
  for (let n = 0; n < 620; n += 1) expect((await tell(null, 10 + n)).status).toBe(204);
  expect((await reasons()).length).toBe(600);
});

test('a revoked admission makes the ticket valid again; earlier scans do not count', async () => {
  const shop = await testShop({ now: '2026-05-17T06:30:00Z' });
  const gate = await gateOf(shop);
  const [id] = gate.ids;
  const scan = async (device: string, scannedAt: string) =>
    (
      await gate.organizer.json<Scanned>('POST', `${gate.base}/scan`, {
        device,
        participantId: id,
        scannedAt,
        eventSecret: gate.macOf(id),
      })
    ).body.result;
  const back = () => gate.organizer.json('POST', `${gate.base}/admissions/${id}/take-back`);
  expect((await back()).status).toBe(404);
  shop.clock.advance(60_000);
  expect(await scan('A', '2026-05-17T06:30:10.000Z')).toBe('SCAN_SUCCESS');
  expect((await back()).status).toBe(204);
  type List = { tickets: { participantId: number; admitted: object | null; takenBackAt: string | null }[] };
  const listed = await gate.organizer.json<List>('GET', `${gate.base}/scan-list`);
  expect(listed.body.tickets.find(({ participantId }) => participantId === id)).toMatchObject({
    admitted: null,
    takenBackAt: '2026-05-17T06:31:00.000Z',
  });
  // Uploaded again, or sent late by a device that was without a network: it was before.
  expect(await scan('A', '2026-05-17T06:30:10.000Z')).toBe('ALREADY_SCANNED');
  expect(await scan('B', '2026-05-17T06:30:05.000Z')).toBe('ALREADY_SCANNED');
  expect(await scan('A', '2026-05-17T06:31:20.000Z')).toBe('SCAN_SUCCESS');
  expect(await scan('B', '2026-05-17T06:32:00.000Z')).toBe('ALREADY_SCANNED');
  const rows = await shop.deps.read.select().from(scans).orderBy(asc(scans.scannedAt));
  expect(rows.map(({ device, admitted, takenBackAt }) => [device, admitted, takenBackAt !== null])).toEqual([
    ['B', false, true],
    ['A', false, true],
    ['A', true, false],
    ['B', false, false],
  ]);
  const audits = await shop.deps.read.select().from(orderAudits);
  expect(audits.filter(({ comment }) => comment === 'gate.admissionTakenBack')).toHaveLength(1);

  // A clock that says nothing is no way around it either.
  expect((await back()).status).toBe(204);
  expect(await scan('never set', '1970-01-01T00:00:07.000Z')).toBe('SCAN_SUCCESS');
  expect((await back()).status).toBe(204);
  expect(await scan('never set', '1970-01-01T00:00:07.000Z')).toBe('ALREADY_SCANNED');
});

test('counts admissions per competition in the API and on the page', async () => {
  const shop = await testShop({ now });
  const gate = await gateOf(shop);
  await gate.organizer.json('POST', `${gate.base}/scan`, {
    device: 'A',
    participantId: gate.ids[0],
    scannedAt: '2026-05-17T06:00:00Z',
    eventSecret: gate.macOf(gate.ids[0]),
  });
  const { body } = await gate.organizer.json<{ competitions: object[] }>('GET', `${gate.base}/admissions`);
  expect(body.competitions).toEqual([{ competitionId: gate.competitionId, tickets: 2, inside: 1, handedOut: 0 }]);
  const path = `/admin/events/${gate.eventId}/admissions`;
  const page = await (await gate.organizer.fetch(path)).text();
  expect(page).toContain(`${path}/${gate.ids[0]}/take-back`);
  const undone = await gate.organizer.form(`${path}/${gate.ids[0]}/take-back`, {});
  expect([undone.status, undone.headers.get('location')]).toEqual([303, `${path}?done=1`]);
  expect((await gate.organizer.json<typeof body>('GET', `${gate.base}/admissions`)).body.competitions).toMatchObject([
    { inside: 0 },
  ]);
});
