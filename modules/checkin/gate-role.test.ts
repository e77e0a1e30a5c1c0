import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { orderOf } from '#modules/orders/index.ts';
import { addOrganizerUser } from '#modules/organizers/index.ts';
import { organizers, organizerUsers } from '#modules/organizers/schema.ts';
import { markPaid } from '#modules/payments/index.ts';
import { order, race, raceOrganizer } from '#modules/payments/testing.ts';
import { type Permission, permissions } from '#src/access/permissions.ts';
import { present } from '#src/kernel/assert.ts';
import { apiRoutes, fill, pageRoutes } from '#tests/contract/scene.ts';
import { type TestShop, testShop } from '#tests/support/shop.ts';
import { parseTicketCode } from './rules/ticket-code.ts';
import { scans } from './schema.ts';
import { ticketCodeOf } from './ticket-mac.ts';

const gateMail = 'gate@runner.example';

async function gate(shop: TestShop) {
  const where = await race(shop);
  const orderId = await order(shop, where);
  await shop.deps.write((work) => markPaid(work, { orderId, editorId: 1 }));
  const placed = present(await orderOf(shop.deps.read, orderId), 'it was just placed');
  const person = present(placed.competitions[0]?.teams[0]?.participants[0], 'somebody');
  const [organizer] = await shop.deps.read.select({ id: organizers.id }).from(organizers);
  const organizerId = present(organizer, 'the race has one').id;
  const mac = present(parseTicketCode(ticketCodeOf(shop.deps.signer, where.eventId, person.id)), 'a code').mac;
  return { ...where, orderId, organizerId, participantId: person.id, mac };
}

test('the role gate allows scanning only, until it ends', async () => {
  const shop = await testShop();
  const at = await gate(shop);
  const other = await race(shop, { organizer: 'second@organizer.example' });
  const boss = await shop.login('boss@example.test', { superAdmin: true });
  const users = `/api/admin/organizers/${at.organizerId}/users`;
  type Users = { users: { id: number; email: string; role: string }[] };
  const added = await boss.json<Users>('POST', users, { email: gateMail, role: 'gate' });
  expect(added.body.users.map(({ email, role }) => [email, role])).toEqual([
    [gateMail, 'gate'],
    [raceOrganizer, 'manager'],
  ]);
  expect((await boss.json('POST', users, { email: gateMail, role: 'king' })).status).toBe(400);

  const staff = await shop.login(gateMail);
  const ids = {
    eventId: at.eventId,
    orderId: at.orderId,
    participantId: at.participantId,
    organizerId: at.organizerId,
  };
  const mayDo: Permission[] = [];
  for (const route of [...apiRoutes, ...pageRoutes]) {
    const { who } = permissions[route.may];
    if (who !== 'organizer' && who !== 'superAdmin') continue;
    const path = fill(route.path, ids);
    const answer =
      route.kind === 'api'
        ? await staff.json(route.method.toUpperCase(), path, route.method === 'get' ? undefined : {})
        : route.method === 'get'
          ? await staff.fetch(path)
          : await staff.form(path, {});
    if (answer.status !== 403) mayDo.push(route.may);
  }
  expect([...new Set(mayDo)]).toEqual(['ticket.scan']);

  const base = `/api/admin/events/${at.eventId}`;
  const scan = {
    device: 'A',
    participantId: at.participantId,
    scannedAt: '2026-05-17T06:00:00.000Z',
    eventSecret: at.mac,
  };
  expect((await staff.json(`GET`, `${base}/scan-list`)).status).toBe(200);
  expect((await staff.json<{ result: string }>('POST', `${base}/scan`, scan)).body.result).toBe('SCAN_SUCCESS');
  expect((await staff.json('GET', `/api/admin/events/${other.eventId}/scan-list`)).status).toBe(404);
  expect((await staff.json('GET', base)).status).toBe(403);
  const choice = await (await staff.fetch('/scan')).text();
  expect(choice).toContain(`/scan?event=${at.eventId}`);
  expect(choice).not.toContain('/admin');
  expect((await staff.fetch(`/scan?event=${at.eventId}`)).status).toBe(200);
  expect(await (await staff.fetch('/')).text()).toContain('href="/scan"');

  const gateId = present(added.body.users[0], 'the gate').id;
  await boss.json('POST', users, { email: gateMail, role: 'manager' });
  expect((await staff.json('GET', base)).status).toBe(200);
  await boss.json('POST', users, { email: gateMail, role: 'gate' });
  expect((await staff.json('GET', base)).status).toBe(403);
  expect((await boss.json('DELETE', `${users}/${gateId}`)).status).toBe(200);
  const refused = await staff.json<{ code: string }>('GET', `${base}/scan-list`);
  expect([refused.status, refused.body.code]).toEqual([403, 'NO_PERMISSION']);
  expect((await staff.json<{ code: string }>('POST', `${base}/scan`, scan)).body.code).toBe('NO_PERMISSION');
  expect((await staff.fetch(`/scan?event=${at.eventId}`)).status).toBe(403);
});

test('the form assigns the role; an unknown role grants nothing', async () => {
  const shop = await testShop();
  const at = await gate(shop);
  const boss = await shop.login('boss@example.test', { superAdmin: true });
  const path = `/admin/organizer/${at.organizerId}`;
  await boss.form(`${path}/users`, { userEmail: gateMail, userRole: 'gate' });
  await boss.form(`${path}/users`, { userEmail: 'old@runner.example' });
  const rows = await shop.deps.read.select({ role: organizerUsers.role }).from(organizerUsers);
  expect(rows.map(({ role }) => role).sort()).toEqual(['gate', 'manager', 'manager']);
  expect(await (await boss.fetch(path)).text()).toMatch(/<td[^>]*>(<[^>]+>)*Einlass/);
  const later = 'king' as 'gate';
  await shop.deps.write((work) => addOrganizerUser(work, at.organizerId, 'desk@runner.example', null, later));
  const desk = await shop.login('desk@runner.example');
  for (const path of [`/api/admin/events/${at.eventId}`, `/api/admin/events/${at.eventId}/scan-list`])
    expect((await desk.json('GET', path)).status).toBe(403);
});

test('a scan before a logout counts by its time when uploaded after the next login', async () => {
  const shop = await testShop({ now: '2026-05-17T04:00:00Z' });
  const at = await gate(shop);
  const before = await shop.login(raceOrganizer);
  shop.clock.set('2026-05-17T05:00:00Z');
  expect((await before.json('POST', '/api/auth/logout')).status).toBe(204);
  const staff = await shop.login(raceOrganizer);
  const scan = async (device: string, scannedAt: string) => {
    const body = { device, participantId: at.participantId, scannedAt, eventSecret: at.mac };
    const path = `/api/admin/events/${at.eventId}/scan`;
    return (await staff.json<{ result: string }>('POST', path, body)).body.result;
  };
  expect(await scan('gate', '2026-05-17T06:00:00.000Z')).toBe('SCAN_SUCCESS');
  expect(await scan('nobody yet', '2026-05-17T03:59:59.000Z')).toBe('ALREADY_SCANNED');
  expect(await scan('waited', '2026-05-17T04:30:00.000Z')).toBe('SCAN_SUCCESS');
  expect(await scan('gate', '2026-05-17T06:00:00.000Z')).toBe('ALREADY_SCANNED');
  const [counting] = await shop.deps.read.select().from(scans).where(eq(scans.admitted, true));
  expect(counting).toMatchObject({ device: 'waited', believed: true });
});

test('an impossible time is stored and never wins against a possible one', async () => {
  const shop = await testShop({ now: '2026-05-17T05:00:00Z' });
  const at = await gate(shop);
  const staff = await shop.login(raceOrganizer);
  const answer = async (device: string, scannedAt: string) => {
    const body = { device, participantId: at.participantId, scannedAt, eventSecret: at.mac };
    const path = `/api/admin/events/${at.eventId}/scan`;
    return (await staff.json<{ result: string; admittedAt: string }>('POST', path, body)).body;
  };
  const scan = async (device: string, scannedAt: string): Promise<string> => (await answer(device, scannedAt)).result;
  const counting = async () =>
    (await shop.deps.read.select().from(scans).where(eq(scans.admitted, true))).map(({ device }) => device);
  expect(await scan('never set', '1970-01-01T00:00:07.000Z')).toBe('SCAN_SUCCESS');
  // The time of admission is by the server's clock.
  expect(await answer('a week early', '2026-05-10T06:00:00.000Z')).toMatchObject({
    result: 'ALREADY_SCANNED',
    admittedAt: '2026-05-17T05:00:00.000Z',
  });
  expect(await counting()).toEqual(['never set']);
  // The login was at five, so this session did not scan at half past four.
  expect(await scan('before the login', '2026-05-17T04:30:00.000Z')).toBe('ALREADY_SCANNED');
  expect(await scan('gate', '2026-05-17T06:00:00.000Z')).toBe('SCAN_SUCCESS');
  expect(await scan('before the login', '2026-05-17T04:30:01.000Z')).toBe('ALREADY_SCANNED');
  expect(await scan('next year', '2027-05-17T06:00:00.000Z')).toBe('ALREADY_SCANNED');
  expect(await counting()).toEqual(['gate']);
  const rows = await shop.deps.read.select({ device: scans.device, believed: scans.believed }).from(scans);
  expect(rows.filter(({ believed }) => believed).map(({ device }) => device)).toEqual(['gate']);
  expect(rows).toHaveLength(6);
});
