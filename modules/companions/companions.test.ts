import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { accountAudits } from '#modules/accounts/schema.ts';
import { bookingOf, makeRace, runner } from '#modules/orders/testing.ts';
import { formOn } from '#tests/support/form.ts';
import { testShop } from '#tests/support/shop.ts';
import { companions, unofferedParticipants } from './schema.ts';

type Row = { id: number; firstName: string; guardiansAgreedAt: string | null; guardiansAgreedTo: string | null };
type Rows = { rows: Row[] };
type Refused = { code: string; details: { fields?: Record<string, string[]> } };

const path = '/api/settings/people';
const eva = { firstName: 'Eva', lastName: 'Maier', birthDate: '1990-05-01', club: 'LC Linz' };
/** The shop's day is 2 March 2026: seventeen, and of age the day after. */
const teen = { firstName: 'Tim', lastName: 'Maier', birthDate: '2008-03-03' };

async function open() {
  const shop = await testShop();
  const race = await shop.deps.write((work) => makeRace(work));
  const buyer = await shop.login('anna@example.test');
  return { ...shop, race, buyer };
}

test('saves a person once, by name and birth date, and changes it', async () => {
  const { buyer } = await open();
  const made = await buyer.json<Row>('POST', path, eva);
  expect([made.status, made.body]).toMatchObject([200, { ...eva, guardiansAgreedAt: null }]);
  const twice = await buyer.json<Refused>('POST', path, { ...eva, firstName: ' EVA ', club: null });
  expect([twice.status, twice.body.details.fields]).toEqual([
    400,
    { firstName: ['Diese Person hast du schon gespeichert.'] },
  ]);
  const jo = await buyer.json<Row>('POST', path, { ...eva, firstName: 'Jo' });
  const changed = await buyer.json<Row>('PUT', `${path}/${jo.body.id}`, { ...eva, firstName: 'Jo', club: null });
  expect(changed.body).toMatchObject({ id: jo.body.id, club: null });
  const taken = await buyer.json<Refused>('PUT', `${path}/${jo.body.id}`, eva);
  expect([taken.status, taken.body.details.fields]).toEqual([
    400,
    { firstName: ['Diese Person hast du schon gespeichert.'] },
  ]);
  const { body } = await buyer.json<Rows>('GET', path);
  expect(body.rows.map(({ firstName }) => firstName)).toEqual(['Eva', 'Jo']);
});

test('a minor needs the guardians’ consent, which is stored and removed with the coming of age', async () => {
  const { buyer, clock } = await open();
  const without = await buyer.json<Refused>('POST', path, teen);
  expect([without.status, without.body.details.fields]).toEqual([
    400,
    { guardiansAgree: ['Bitte bestätige das Einverständnis der Erziehungsberechtigten.'] },
  ]);
  const made = await buyer.json<Row>('POST', path, { ...teen, guardiansAgree: true });
  expect(made.body).toMatchObject({
    guardiansAgreedAt: '2026-03-02T09:00:00.000Z',
    guardiansAgreedTo: expect.stringContaining('unter 18'),
  });
  // It was given for this child; another one needs its own.
  clock.advance(1000);
  const same = await buyer.json<Row>('PUT', `${path}/${made.body.id}`, { ...teen, club: 'LC', guardiansAgree: true });
  expect(same.body.guardiansAgreedAt).toBe('2026-03-02T09:00:00.000Z');
  const other = { ...teen, firstName: 'Tina', guardiansAgree: true };
  const another = await buyer.json<Row>('PUT', `${path}/${made.body.id}`, other);
  expect(another.body.guardiansAgreedAt).toBe('2026-03-02T09:00:01.000Z');
  // Of age on the birthday itself.
  clock.set('2026-03-03T09:00:00Z');
  expect((await buyer.json('POST', path, { ...teen, firstName: 'Tom' })).status).toBe(200);
  const changed = await buyer.json<Row>('PUT', `${path}/${made.body.id}`, teen);
  expect(changed.body).toMatchObject({ guardiansAgreedAt: null, guardiansAgreedTo: null });
});

test.each([
  ['a birth date to come', { ...eva, birthDate: '2026-03-03' }, { birthDate: ['Dieser Tag liegt in der Zukunft.'] }],
  ['no date', { ...eva, birthDate: '1.5.1990' }, { birthDate: ['Das ist kein Datum. Schreib es als JJJJ-MM-TT.'] }],
  ['no name', { ...eva, firstName: ' ' }, { firstName: ['Das fehlt noch.'] }],
  [
    'an address of the web',
    { ...eva, lastName: 'www.example.com' },
    { lastName: ['Hier darf keine Internetadresse stehen.'] },
  ],
  ['no mail address', { ...eva, email: 'eva@' }, { email: ['Bitte gib eine gültige E-Mail-Adresse ein.'] }],
])('%s is refused', async (_what, input, fields) => {
  const { buyer, deps } = await open();
  const refused = await buyer.json<Refused>('POST', path, input);
  expect([refused.status, refused.body.details.fields]).toEqual([400, fields]);
  expect(await deps.read.select().from(companions)).toEqual([]);
});

test('saves at most a hundred people', async () => {
  const { buyer } = await open();
  for (let at = 0; at < 100; at += 1) await buyer.json('POST', path, { ...eva, firstName: `Eva ${at}` });
  const refused = await buyer.json<Refused>('POST', path, { ...eva, firstName: 'Eva 100' });
  expect([refused.status, refused.body.details.fields]).toEqual([
    400,
    { firstName: ['Mehr als 100 Personen merken wir uns nicht. Lösch zuerst jemanden.'] },
  ]);
});

test('hides people of other accounts, and all from an unproven address', async () => {
  const shop = await open();
  const { body } = await shop.buyer.json<Row>('POST', path, eva);
  const other = await shop.login('other@example.test');
  for (const [method, at, sent] of [
    ['PUT', `${path}/${body.id}`, eva],
    ['DELETE', `${path}/${body.id}`, undefined],
    ['GET', `${path}/${body.id}/export`, undefined],
  ] as const) {
    expect([method, (await other.json(method, at, sent)).status]).toEqual([method, 404]);
  }
  const typed = shop.visitor();
  const login = { email: 'anna@example.test', eventId: shop.race.eventId };
  await typed.json('POST', '/api/auth/code/unauthenticated-login', login);
  expect((await typed.json('GET', path)).status).toBe(401);
  const step = await (await typed.fetch(`/events/${shop.race.eventId}/competitions`)).text();
  expect(step).not.toContain('Maier');
});

/** Whom the booking offers, as the buttons say them. */
async function offered(shop: Awaited<ReturnType<typeof open>>): Promise<string[]> {
  const step = `/events/${shop.race.eventId}/competitions`;
  const html = await (await shop.buyer.fetch(`${step}?competition=${shop.race.runId}`)).text();
  return [...html.matchAll(/value="(?:known|with):[^"]*"[^>]*>([^<]+)</g)].map(([, name]) => name ?? '');
}

test('the booking offers saved people before people of earlier orders, each once', async () => {
  const shop = await open();
  const people = [
    runner({ ...eva, club: 'Altes Team' }),
    runner({ firstName: 'Uli', lastName: 'Berg', birthDate: '1980-01-01' }),
  ];
  await shop.buyer.json('POST', `/api/events/${shop.race.eventId}/book`, bookingOf(shop.race, people));
  expect((await offered(shop)).map((name) => name.trim())).toEqual(['Eva Maier, 1990', 'Uli Berg, 1980']);
  await shop.buyer.json('POST', path, { ...teen, guardiansAgree: true });
  await shop.buyer.json('POST', path, eva);
  expect(await offered(shop)).toEqual(['Eva Maier, 1990', 'Tim Maier, 2008', 'Uli Berg, 1980']);
});

test('offers all saved people and those of earlier orders', async () => {
  const shop = await open();
  await shop.buyer.json(
    'POST',
    `/api/events/${shop.race.eventId}/book`,
    bookingOf(shop.race, [runner({ firstName: 'Uli' })]),
  );
  for (let at = 10; at < 50; at += 1) await shop.buyer.json('POST', path, { ...eva, firstName: `Eva ${at}` });
  const names = await offered(shop);
  expect([names.length, names.at(-1)]).toEqual([41, expect.stringContaining('Uli')]);
  expect(await (await shop.buyer.fetch('/settings/people')).text()).toContain('?from=');
});

test('exports and erases one person: orders stay, and the offer ends', async () => {
  const shop = await open();
  const booked = await shop.buyer.json<{ orderId: number }>(
    'POST',
    `/api/events/${shop.race.eventId}/book`,
    bookingOf(shop.race, [runner(eva), runner({ firstName: 'Uli', lastName: 'Berg', birthDate: '1980-01-01' })]),
  );
  const made = await shop.buyer.json<Row>('POST', path, eva);
  const exported = await shop.buyer.json<{ person: Row; registrations: object[] }>(
    'GET',
    `${path}/${made.body.id}/export`,
  );
  expect(exported.body.person).toMatchObject(eva);
  expect(exported.body.registrations).toMatchObject([{ orderId: booked.body.orderId, lastName: 'Maier' }]);
  const file = await shop.buyer.fetch(`/settings/people/${made.body.id}/export`);
  expect(file.headers.get('content-disposition')).toContain('attachment');
  expect(await file.json()).toEqual(exported.body);
  expect((await shop.buyer.json('DELETE', `${path}/${made.body.id}`)).status).toBe(204);
  expect(await shop.deps.read.select().from(companions)).toEqual([]);
  expect(await offered(shop)).toEqual(['Uli Berg, 1980']);
  const order = await shop.buyer.json('GET', `/api/orders/${booked.body.orderId}`);
  expect(JSON.stringify(order.body)).toContain('Maier');
  // Somebody who is signed up once more is offered once more.
  const next = await shop.deps.write((work) => makeRace(work, { event: { title: 'Herbstlauf' } }));
  shop.clock.advance(1000);
  const again = await shop.buyer.json('POST', `/api/events/${next.eventId}/book`, bookingOf(next, [runner(eva)]));
  expect(again.status).toBe(201);
  expect(await offered(shop)).toEqual(['Eva Maier, 1990', 'Uli Berg, 1980']);
  const audits = await shop.deps.read.select().from(accountAudits);
  expect(audits.map(({ type, comment }) => `${type} ${comment}`)).toEqual(
    expect.arrayContaining([`CompanionKept ${made.body.id}`, `CompanionForgotten ${made.body.id}`]),
  );
  expect(JSON.stringify(audits)).not.toContain('Maier');
});

test('deleting the account deletes its saved people', async () => {
  const shop = await open();
  await shop.buyer.json('POST', `/api/events/${shop.race.eventId}/book`, bookingOf(shop.race, [runner(eva)]));
  const made = await shop.buyer.json<Row>('POST', path, eva);
  await shop.buyer.json('DELETE', `${path}/${made.body.id}`);
  await shop.buyer.json('POST', path, { ...eva, firstName: 'Jo' });
  const data = (await (await shop.buyer.fetch('/api/settings/export')).json()) as { companions: { companions: Row[] } };
  expect(data.companions.companions.map(({ firstName }) => firstName)).toEqual(['Jo']);
  expect((await shop.buyer.form('/settings/data/delete', { sure: 'true', confirmed: 'true' })).status).toBe(303);
  expect(await shop.deps.read.select().from(companions)).toEqual([]);
  expect(await shop.deps.read.select().from(unofferedParticipants)).toEqual([]);
});

test('the pages save, change and forget without a script, and keep refused input', async () => {
  const shop = await open();
  await shop.buyer.json('POST', `/api/events/${shop.race.eventId}/book`, bookingOf(shop.race, [runner(eva)]));
  const list = await (await shop.buyer.fetch('/settings/people')).text();
  const from = /href="(\/settings\/people\/new\?from=\d+)"/.exec(list)?.[1] ?? '';
  const filled = await (await shop.buyer.fetch(from)).text();
  expect(filled).toContain('value="Eva"');
  expect(filled).toContain('value="01.05.1990"');
  const refused = await shop.buyer.form('/settings/people/new', { ...eva, birthDate: '1.5.2020' });
  expect(refused.status).toBe(400);
  const again = await refused.text();
  expect(again).toContain('value="1.5.2020"');
  expect(again).toContain('Bitte bestätige das Einverständnis der Erziehungsberechtigten.');
  const saved = await shop.buyer.form('/settings/people/new', { ...eva, birthDate: '1.5.1990' });
  expect(saved.headers.get('location')).toBe('/settings/people?done=kept');
  const [kept] = await shop.deps.read.select().from(companions).where(eq(companions.lastName, 'Maier'));
  const after = await (await shop.buyer.fetch('/settings/people')).text();
  expect(after).not.toContain('?from=');
  const page = `/settings/people/${kept?.id}`;
  const fields = await formOn(shop.buyer, page);
  expect((await shop.buyer.form(page, { ...fields, club: 'ÖTV' })).status).toBe(303);
  expect(await shop.deps.read.select().from(companions)).toMatchObject([{ club: 'ÖTV' }]);
  expect((await shop.buyer.form(`${page}/remove`, {})).status).toBe(400);
  expect((await shop.buyer.form(`${page}/remove`, { confirmed: 'true' })).status).toBe(303);
  expect(await shop.deps.read.select().from(companions)).toEqual([]);
  expect(await (await shop.buyer.fetch('/settings/people')).text()).not.toContain('Maier');
});
