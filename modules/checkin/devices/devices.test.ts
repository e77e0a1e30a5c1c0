import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { eventAudits } from '#modules/events/schema-audits.ts';
import { race } from '#modules/payments/testing.ts';
import { permissions } from '#src/access/permissions.ts';
import { days } from '#src/kernel/time.ts';
import { apiRoutes, fill, pageRoutes } from '#tests/contract/scene.ts';
import { testShop } from '#tests/support/shop.ts';
import { gateDevices, scans } from '../schema.ts';
import { deviceAt, gateOf } from '../testing.ts';

const now = '2026-05-17T05:00:00Z';
const at = '2026-05-17T06:00:00.000Z';
type Listed = { devices: { id: number; link: string | null; held: number; lastSeenAt: string; endedAt: string }[] };

test('a phone with the link scans for that event without an account, once opened the link is used up', async () => {
  const shop = await testShop({ now });
  const gate = await gateOf(shop);
  const { phone, id, api, code } = await deviceAt(shop, gate);
  const scan = { device: 'whatever', participantId: gate.ids[0], scannedAt: at, eventSecret: gate.macOf(gate.ids[0]) };
  expect((await phone.json<{ result: string }>('POST', `${api}/scan?held=3`, scan)).body.result).toBe('SCAN_SUCCESS');
  const [row] = await shop.deps.read.select().from(scans);
  expect(row).toMatchObject({ device: `device-${id}`, deviceId: id, scannedBy: null, admitted: true, believed: true });
  expect((await phone.json('GET', `${api}/scan-list`)).status).toBe(200);
  expect((await phone.fetch(`/scan/devices/${id}`)).status).toBe(200);
  const { devices } = (await gate.organizer.json<Listed>('GET', `${gate.base}/devices`)).body;
  expect(devices).toMatchObject([{ id, link: null, held: 3, lastSeenAt: '2026-05-17T05:00:00.000Z' }]);

  const other = await shop.visitor().json<{ code: string; details: object }>('POST', '/api/scan/devices', { code });
  expect([other.status, other.body.details]).toEqual([404, { reason: 'used' }]);
  for (const wrong of ['', 'x', `${id}-0000-0000-0000-0000`, '99-0000-0000-0000-0000'])
    expect((await shop.visitor().json('POST', '/api/scan/devices', { code: wrong })).status).toBe(404);
  // Nothing that opens anything is in the database.
  const stored = JSON.stringify(await shop.deps.read.select().from(gateDevices));
  for (const secret of [code, code.replaceAll('-', ''), phone.cookies.get('gate-device') ?? 'none'])
    expect(stored).not.toContain(secret);
});

test('a device may use its routes at its own event only', { timeout: 60_000 }, async () => {
  const shop = await testShop({ now, env: { LIMIT_FACTOR: '0' } });
  const gate = await gateOf(shop);
  const second = await race(shop, { organizer: 'second@organizer.example' });
  const { phone, api, id } = await deviceAt(shop, gate);
  const desk = await deviceAt(shop, gate, { mayTakeCash: true });
  const ids = { eventId: gate.eventId, event: gate.eventId, orderId: gate.orderId, participantId: gate.ids[0] };
  let closed = 0;
  for (const route of [...apiRoutes, ...pageRoutes]) {
    const { who } = permissions[route.may];
    if (who === 'guest') continue;
    closed += 1;
    const path = fill(route.path, { ...ids, deviceId: id });
    const answer =
      route.kind === 'api'
        ? await phone.json(route.method.toUpperCase(), path, route.method === 'get' ? undefined : {})
        : route.method === 'get'
          ? await phone.fetch(path)
          : await phone.form(path, {});
    expect([route.method, path, answer.status]).toEqual([route.method, path, route.kind === 'api' ? 401 : 303]);
  }
  expect(closed).toBeGreaterThan(100);
  const own = apiRoutes.filter(({ may, path }) => may === 'device.use' && path.includes('{deviceId}'));
  expect(own).toHaveLength(10);
  for (const { method, path } of own) {
    const ask = async (who: typeof phone, deviceId: number) =>
      (await who.json(method.toUpperCase(), fill(path, { deviceId }), method === 'get' ? undefined : {})).status;
    // Without a cookie, or with that of another device.
    expect([path, await ask(shop.visitor(), id)]).toEqual([path, 401]);
    expect([path, await ask(phone, desk.id)]).toEqual([path, 401]);
    const isDesk = /desk-list|hand-outs|bib|hide-name|late-registrations/.test(path);
    expect([path, await ask(phone, id)]).toEqual([path, isDesk ? 404 : method === 'get' ? 200 : 400]);
    expect([path, await ask(desk.phone, desk.id)]).toEqual([path, method === 'get' ? 200 : 400]);
  }
  // The ticket of another event is foreign to it.
  expect(second.eventId).not.toBe(gate.eventId);
  const cross = await phone.fetch(`${api}/scan`, {
    method: 'POST',
    headers: { origin: 'https://evil.example', 'content-type': 'application/json' },
    body: '{}',
  });
  expect(cross.status).toBe(403);
});

test('an ended device is refused at once, and its page tells it to delete; so is every one when the event is over', async () => {
  const shop = await testShop({ now });
  const gate = await gateOf(shop);
  const { phone, id, api } = await deviceAt(shop, gate);
  const late = await deviceAt(shop, gate);
  expect((await shop.visitor().json('POST', `${gate.base}/devices/${id}/end`)).status).toBe(401);
  expect((await gate.organizer.json('POST', `${gate.base}/devices/9999/end`)).status).toBe(404);
  expect((await gate.organizer.json('POST', `${gate.base}/devices/${id}/end`)).status).toBe(204);
  expect((await gate.organizer.json('POST', `${gate.base}/devices/${id}/end`)).status).toBe(204);
  for (const call of ['scan-list', 'scan', 'admit', 'turned-away']) {
    const method = call === 'scan-list' ? 'GET' : 'POST';
    const answer = await phone.json<{ code: string }>(method, `${api}/${call}`, method === 'GET' ? undefined : {});
    expect([call, answer.status, answer.body.code]).toEqual([call, 403, 'NO_PERMISSION']);
  }
  const ended = await phone.fetch(`/scan/devices/${id}`);
  expect([ended.status, (await ended.text()).includes('"isEnded":true')]).toEqual([403, true]);
  const audits = await shop.deps.read.select().from(eventAudits).where(eq(eventAudits.kind, 'gateDevice'));
  expect(audits.map(({ action, recordId, name }) => [action, recordId, name])).toEqual([
    ['created', id, 'Eingang Nord'],
    ['created', late.id, 'Eingang Nord'],
    ['deleted', id, 'Eingang Nord'],
  ]);

  shop.clock.advance(days(3));
  expect((await late.phone.json('GET', `${late.api}/scan-list`)).status).toBe(200);
  shop.clock.advance(days(1));
  expect((await late.phone.json<{ code: string }>('GET', `${late.api}/scan-list`)).body.code).toBe('NO_PERMISSION');
});

test('the pages hand out, show and end devices; the code works once and by typing too', async () => {
  const shop = await testShop({ now });
  const gate = await gateOf(shop);
  const path = `/admin/events/${gate.eventId}/devices`;
  const empty = await gate.organizer.form(path, { gate: '  ' });
  expect([empty.status, (await empty.text()).includes('Schreib dazu, wo das Gerät ist.')]).toEqual([400, true]);
  expect((await gate.organizer.form(path, { gate: 'Ausgabe', mayHandOut: 'on' })).status).toBe(303);
  const html = await (await gate.organizer.fetch(path)).text();
  const [, code = ''] = /scan\/open#([0-9A-Z-]+)</.exec(html) ?? [];
  expect(html).toContain('scannt und gibt aus');
  const phone = shop.visitor();
  expect(await (await phone.form('/scan/open', { code: '1-AAAA' })).text()).toContain('Diesen Code gibt es nicht.');
  const opened = await phone.form('/scan/open', { code: code.toLowerCase().replaceAll('-', ' ') });
  expect([opened.status, opened.headers.get('location')]).toEqual([303, '/scan/devices/1']);
  expect(await (await shop.visitor().form('/scan/open', { code })).text()).toContain('hat schon ein anderes Telefon');
  expect((await shop.visitor().fetch('/scan/devices/1')).headers.get('location')).toBe('/scan/open?problem=lost');
  expect(await (await gate.organizer.fetch(`${path}/1/end`)).text()).toContain('Gerät beenden');
  expect((await gate.organizer.form(`${path}/1/end`, {})).status).toBe(303);
  expect(await (await gate.organizer.fetch(path)).text()).toContain('beendet');
});

test('limits guessing of codes to thirty attempts per network address', async () => {
  const shop = await testShop({ now });
  await gateOf(shop);
  const thief = shop.visitor({ address: '10.9.9.9' });
  for (let n = 0; n < 30; n += 1)
    expect((await thief.json('POST', '/api/scan/devices', { code: `1-${n}` })).status).toBe(404);
  expect((await thief.json('POST', '/api/scan/devices', { code: '1-x' })).status).toBe(429);
  expect((await thief.form('/scan/open', { code: '1-x' })).status).toBe(429);
});

test('the scanner can be put on the home screen: manifest and icons are there', async () => {
  const shop = await testShop({ now });
  const visitor = shop.visitor();
  type Manifest = { start_url: string; scope: string; display: string; icons: { src: string; sizes: string }[] };
  const ask = async (start: string) =>
    (await visitor.json<Manifest>('GET', `/scan/app.webmanifest?start=${encodeURIComponent(start)}`)).body;
  const manifest = await ask('/scan/devices/7');
  expect(manifest).toMatchObject({ start_url: '/scan/devices/7', scope: '/scan', display: 'standalone' });
  for (const { src, sizes } of manifest.icons) {
    const icon = await visitor.fetch(src);
    const bytes = Buffer.from(await icon.arrayBuffer());
    // The width stands in the head of a PNG.
    expect([src, icon.headers.get('content-type'), bytes.readUInt32BE(16)]).toEqual([
      src,
      'image/png',
      Number(sizes.split('x')[0]),
    ]);
  }
  for (const elsewhere of ['https://evil.example/', '//evil.example', '/admin', ''])
    expect((await ask(elsewhere)).start_url).toBe('/scan');
  expect((await visitor.fetch('/scan/icons/none.png')).status).toBe(404);
});
