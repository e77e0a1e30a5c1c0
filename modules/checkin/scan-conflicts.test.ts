import { expect, test } from 'vitest';
import { orderOf } from '#modules/orders/index.ts';
import { markPaid } from '#modules/payments/index.ts';
import { order, race, raceOrganizer } from '#modules/payments/testing.ts';
import { testShop } from '#tests/support/shop.ts';
import { parseTicketCode } from './rules/ticket-code.ts';
import { gateConflicts, seeScanConflicts } from './scan-conflicts.ts';
import { ticketCodeOf } from './ticket-mac.ts';

async function gate() {
  const shop = await testShop();
  const { eventId, competitionId } = await race(shop);
  const orderId = await order(shop, { eventId, competitionId });
  await shop.deps.write((work) => markPaid(work, { orderId, editorId: 1 }));
  const placed = await orderOf(shop.deps.read, orderId);
  const participantId = placed?.competitions[0]?.teams[0]?.participants[0]?.id ?? 0;
  shop.clock.set('2026-05-17T05:00:00Z');
  const staff = await shop.login(raceOrganizer);
  const eventSecret = parseTicketCode(ticketCodeOf(shop.deps.signer, eventId, participantId))?.mac;
  const scan = async (device: string, scannedAt: string, uploadedAt = scannedAt) => {
    shop.clock.set(`2026-05-17T${uploadedAt}Z`);
    const body = { device, participantId, scannedAt: `2026-05-17T${scannedAt}.000Z`, eventSecret };
    return (await staff.json<{ result: string }>('POST', `/api/admin/events/${eventId}/scan`, body)).body.result;
  };
  const conflicts = async () => (await gateConflicts(shop.deps.read, [eventId])).map(({ participantId: id }) => id);
  return { shop, eventId, participantId, staff, scan, conflicts };
}

test('a second scan that the server refused at once is no conflict', async () => {
  const { scan, conflicts } = await gate();
  expect(await scan('A', '06:00:00')).toBe('SCAN_SUCCESS');
  expect(await scan('B', '06:10:00')).toBe('ALREADY_SCANNED');
  expect(await scan('A', '06:20:00')).toBe('ALREADY_SCANNED');
  expect(await conflicts()).toEqual([]);
});

test.each([
  [
    'both devices were without a network',
    [
      ['A', '06:00:00', '07:00:00'],
      ['B', '06:10:00', '07:30:00'],
    ],
  ],
  [
    'the later one was here first',
    [
      ['B', '06:10:00', '06:10:00'],
      ['A', '06:00:00', '07:00:00'],
    ],
  ],
  [
    'the second could not know of the first',
    [
      ['A', '06:00:00', '06:00:00'],
      ['B', '06:10:00', '07:00:00'],
    ],
  ],
] as const)('two devices admitted the same ticket: %s', async (_, scans) => {
  const { shop, eventId, participantId, scan, conflicts } = await gate();
  for (const [device, scannedAt, uploadedAt] of scans) await scan(device, scannedAt, uploadedAt);
  expect(await conflicts()).toEqual([participantId]);
  await shop.deps.write((work) => seeScanConflicts(work, eventId));
  expect(await conflicts()).toEqual([]);
});

test('the overview names the participant until the conflict is acknowledged', async () => {
  const { eventId, staff, scan } = await gate();
  await scan('A', '06:00:00', '07:00:00');
  await scan('B', '06:10:00', '07:30:00');
  const page = async () => (await staff.fetch(`/admin/events/${eventId}`)).text();
  expect(await page()).toContain('Ein Ticket wurde auf zwei Geräten eingelassen');
  expect(await page()).toMatch(/<a href="\/admin\/orders\/\d+">Zoë Wałęsa<\/a>/);
  const seen = await staff.form(`/admin/events/${eventId}/scans-seen`, {});
  expect([seen.status, seen.headers.get('location')]).toEqual([303, `/admin/events/${eventId}#todo`]);
  expect(await page()).not.toContain('data-task="scans"');
  // What comes later is another one.
  await scan('C', '06:20:00', '08:00:00');
  expect(await page()).toContain('data-task="scans"');
});
