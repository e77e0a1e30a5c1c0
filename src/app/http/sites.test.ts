import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { createEvent } from '#modules/events/index.ts';
import { bookingOf, makeRace, runner } from '#modules/orders/testing.ts';
import { createOrganizer } from '#modules/organizers/index.ts';
import { seconds } from '#src/kernel/time.ts';
import { type Caller, testShop } from '#tests/support/shop.ts';

const host = 'lauf.verein.example';
type Organizer = { organizer: { id: number; hostName: string | null }; code: string; details: { fields?: object } };

const textOf = async (who: Caller, path: string) => (await who.fetch(path)).text();
const titleIn = (html: string) => /<title>(.*?)<\/title>/.exec(html)?.[1];
const canonicalIn = (html: string) => /<link rel="canonical" href="(.*?)"/.exec(html)?.[1];

/** A club with a name of its own and an event, and somebody else's event beside it. */
async function withSite(env: Record<string, string> = {}) {
  const shop = await testShop({ env });
  const boss = await shop.login('boss@example.test', { superAdmin: true });
  const organizerId = await shop.deps.write((work) =>
    createOrganizer(work, { name: 'Laufclub Wels', accentColor: '#0a5c36' }),
  );
  const race = await shop.deps.write((work) => makeRace(work));
  const eventId = race.eventId;
  await boss.json('PATCH', `/api/admin/events/${eventId}`, { title: 'Welser Stadtlauf' });
  await boss.json('PATCH', `/api/admin/events/${eventId}/visibility`, { visible: true });
  await boss.json('POST', `/api/admin/organizers/${organizerId}/events`, { eventId });
  await boss.json('PATCH', `/api/admin/organizers/${organizerId}/events/${eventId}/set-to-main`);
  const otherId = await shop.deps.write((work) => createEvent(work, { title: 'Grazer Nachtlauf', visible: true }));
  const set = (hostName: unknown, id = organizerId) =>
    boss.json<Organizer>('PATCH', `/api/admin/organizers/${id}`, { hostName });
  await set(host);
  return { shop, boss, organizerId, race, eventId, otherId, set };
}

test('under its name stand the events of the organizer alone, with its face', async () => {
  const { shop, eventId, otherId } = await withSite();
  const there = shop.visitor({ host });
  const home = await textOf(there, '/');
  expect([home.includes('Welser Stadtlauf'), home.includes('Grazer Nachtlauf')]).toEqual([true, false]);
  expect(titleIn(home)).toContain('Laufclub Wels');
  expect(home).toMatch(/<link rel="stylesheet" href="[^"]*0a5c36[^"]*"/);
  expect(canonicalIn(home)).toBe(`http://${host}/`);
  expect([(await there.fetch(`/events/${eventId}`)).status, (await there.fetch(`/events/${otherId}`)).status]).toEqual([
    200, 404,
  ]);
  const page = await textOf(there, `/events/${eventId}`);
  expect([titleIn(page), canonicalIn(page)]).toEqual([
    'Welser Stadtlauf – Laufclub Wels',
    `http://${host}/events/${eventId}`,
  ]);
  const map = await textOf(there, '/sitemap.xml');
  expect([map.includes(`http://${host}/events/${eventId}<`), map.includes(`/events/${otherId}<`)]).toEqual([
    true,
    false,
  ]);
});

test('the house and unknown names show all events, and say where the page belongs', async () => {
  const { shop, eventId, otherId } = await withSite();
  // Both are kept for a moment: neither may be given for the other.
  for (const each of [undefined, host, 'else.example', host, undefined, `${host}.else.example`]) {
    const home = await textOf(shop.visitor(each ? { host: each } : {}), '/');
    expect([each, home.includes('Grazer Nachtlauf')]).toEqual([each, each !== host]);
    expect(canonicalIn(home)).toBe(each === host ? `http://${host}/` : 'http://shop.test/');
  }
  const house = shop.visitor();
  expect(canonicalIn(await textOf(house, `/events/${eventId}`))).toBe(`http://${host}/events/${eventId}`);
  expect(canonicalIn(await textOf(house, `/events/${otherId}`))).toBe(`http://shop.test/events/${otherId}`);
  expect(await textOf(house, '/sitemap.xml')).not.toContain(`/events/${eventId}<`);
});

test('capitals, a port and a dot at the end are the same name', async () => {
  const { shop } = await withSite();
  for (const each of ['Lauf.Verein.Example', `${host}:8080`, `${host}.`])
    expect(await textOf(shop.visitor({ host: each }), '/')).not.toContain('Grazer Nachtlauf');
});

test('one logs in and books there; mails lead to the house, whatever the request called itself', async () => {
  const { shop, race, boss } = await withSite();
  const buyer = shop.visitor({ host, acceptLanguage: 'de' });
  const login = await textOf(buyer, '/auth?to=/');
  expect([titleIn(login), login.includes('/auth/google')]).toEqual(['Einloggen – Laufclub Wels', false]);
  expect((await buyer.form('/auth', { email: 'eva@example.test', to: '/', way: 'code' })).status).toBe(303);
  await shop.settle();
  const code = /^\d{6}$/m.exec((await shop.mails('eva@example.test'))[0]?.text ?? '')?.[0];
  const answer = await buyer.fetch('/api/auth/code/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: `http://${host}` },
    body: JSON.stringify({ email: 'eva@example.test', code }),
  });
  expect(answer.status).toBe(200);
  for (const cookie of answer.headers.getSetCookie()) expect(cookie).not.toMatch(/domain=/i);
  const booked = await buyer.json<{ orderId: number }>(
    'POST',
    `/api/events/${race.eventId}/book`,
    bookingOf(race, [runner()]),
    { origin: `http://${host}` },
  );
  expect(booked.status).toBe(201);
  await boss.json('PATCH', `/api/admin/orders/${booked.body.orderId}/status`, { status: 'complete' });
  const forged = shop.visitor({ host: 'evil.example' });
  await forged.json('POST', '/api/auth/code/send-mail', { email: 'ida@example.test' });
  await shop.settle();
  const texts = (await shop.mails()).map(({ text, html }) => text + html).join('\n');
  expect([texts.includes(host), texts.includes('evil.example'), texts.includes('http://shop.test')]).toEqual([
    false,
    false,
    true,
  ]);
});

test('a form there is taken from its own pages, and from those of nobody else', async () => {
  const { shop } = await withSite();
  const send = (at: string, origin: string) =>
    shop
      .visitor({ host: at })
      .json<{ code: string }>('POST', '/api/auth/code/send-mail', { email: `a@b.example` }, { origin });
  expect((await send(host, `http://${host}`)).body.code).not.toBe('INVALID_CSRF_TOKEN');
  for (const [at, origin] of [
    [host, 'http://shop.test'],
    [host, 'http://evil.example'],
    [host, `http://x.${host}`],
    [host, 'null'],
    ['shop.test', `http://${host}`],
  ] as const)
    expect([at, origin, (await send(at, origin)).body.code]).toEqual([at, origin, 'INVALID_CSRF_TOKEN']);
});

test('behind https a name has no plain twin, and what lies below it is left alone', async () => {
  const { shop } = await withSite({ PUBLIC_URL: 'https://shop.test' });
  const send = (origin: string) =>
    shop
      .visitor({ host })
      .json<{ code: string }>('POST', '/api/auth/code/send-mail', { email: 'a@b.example' }, { origin });
  expect((await send(`http://${host}`)).body.code).toBe('INVALID_CSRF_TOKEN');
  expect((await send(`https://${host}`)).body.code).not.toBe('INVALID_CSRF_TOKEN');
  const of = async (at: string) =>
    (await shop.visitor({ host: at }).fetch('/')).headers.get('strict-transport-security');
  expect([await of(host), await of(host), await of('shop.test')]).toEqual([
    'max-age=31536000',
    'max-age=31536000',
    'max-age=31536000; includeSubDomains',
  ]);
});

test('who works goes to the house: neither pages nor calls of the management answer under another name', async () => {
  const { shop } = await withSite();
  const there = shop.visitor({ host });
  for (const path of ['/admin', '/admin/orders?q=a', '/scan'])
    expect((await there.fetch(path)).headers.get('location')).toBe(`http://shop.test${path}`);
  expect((await there.json('GET', '/api/admin/organizers')).status).toBe(404);
  expect((await there.form('/admin/organizer/new', { name: 'A' })).status).toBe(404);
});

test('a super admin gives the name; it is checked, belongs to one, is written down, and ends at once', async () => {
  const { shop, boss, organizerId, set } = await withSite();
  expect((await set('MÜNCHEN-läuft.example')).body.organizer.hostName).toBe('xn--mnchen-luft-s8a81a.example');
  await set(host);
  for (const wrong of [
    'verein',
    'https://lauf.example',
    'lauf.example/x',
    '127.0.0.1',
    'a b.example',
    5,
    ['a.example'],
  ])
    expect([wrong, (await set(wrong)).status]).toEqual([wrong, 400]);
  const second = await boss.json<Organizer>('POST', '/api/admin/organizers', {
    name: 'B',
    hostName: host.toUpperCase(),
  });
  expect([second.status, second.body.code]).toEqual([400, 'VALIDATION_FAILED']);
  const otherId = await shop.deps.write((work) => createOrganizer(work, { name: 'B' }));
  expect([(await set(host, otherId)).status, (await set(host)).status]).toEqual([400, 200]);
  const form = await boss.form(`/admin/organizer/${otherId}`, { name: 'B', hostName: host });
  expect([form.status, (await form.text()).includes('Diesen Namen hat schon jemand anderer.')]).toEqual([400, true]);

  const unread = await (
    await boss.form(`/admin/organizer/${otherId}`, { name: 'B', hostName: 'https://b.example' })
  ).text();
  expect(unread).toContain('Gib einen Namen wie anmeldung.donaulauf.at ein');

  await boss.json('POST', `/api/admin/organizers/${organizerId}/users`, { email: 'owner@example.test', role: 'owner' });
  const owner = await shop.login('owner@example.test');
  const path = `/api/admin/organizers/${organizerId}`;
  expect((await owner.json<Organizer>('PATCH', path, { hostName: 'mine.example' })).body.code).toBe('NO_PERMISSION');
  expect((await owner.json('PATCH', path, { hostName: host })).status).toBe(200);
  expect(await textOf(owner, `/admin/organizer/${organizerId}`)).toContain(host);

  const there = shop.visitor({ host });
  expect(await textOf(there, '/')).not.toContain('Grazer');
  await set(null);
  expect(await textOf(there, '/')).toContain('Grazer');
  shop.clock.advance(seconds(10));
  const me = (await boss.json<{ userData: { id: number } }>('GET', '/api/settings')).body.userData.id;
  const { body } = await boss.json<{ user: { audits: { type: string; comment: string }[] } }>(
    'GET',
    `/api/admin/users/${me}`,
  );
  expect(
    body.user.audits.filter(({ type }) => type === 'OrganizerHostChanged').map(({ comment }) => comment),
  ).toContain(`organizer ${organizerId}: ${host} → –`);
});

test('a name that another process gave is known after some seconds, and the name of the house stays the house', async () => {
  const { shop, set, organizerId } = await withSite();
  const there = shop.visitor({ host: 'new.example' });
  expect(await textOf(there, '/')).toContain('Grazer');
  await shop.deps.database.transact(async (tx) => {
    await tx.run(sql`update organizers set host_name = 'new.example' where id = ${organizerId}`);
  });
  shop.clock.advance(seconds(6));
  expect(await textOf(there, '/')).not.toContain('Grazer');
  await set('shop.test');
  expect(await textOf(shop.visitor(), '/')).toContain('Grazer');
});
