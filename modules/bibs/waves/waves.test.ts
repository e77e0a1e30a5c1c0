import { expect, test } from 'vitest';
import { ownPagePath } from '#modules/checkin/index.ts';
import { orderOf, peopleOf } from '#modules/orders/index.ts';
import { participantFields, participants } from '#modules/orders/schema.ts';
import { Database } from '#src/data/database.ts';
import { ready } from '#src/data/hot-statements.ts';
import { instant } from '#src/kernel/time.ts';
import { readPaper, spoken, tablesOf } from '#tests/support/read-paper.ts';
import { type TestShop, testShop } from '#tests/support/shop.ts';
import { shown } from '#tests/support/shown.ts';
import { bibRace, named } from '../testing.ts';

type Wave = { id: number; title: string; people: number; size: number };

async function waveRace() {
  const shop = await testShop();
  const at = await bibRace(shop);
  const { formField } = (
    await at.organizer.json<{ formField: { id: number } }>('POST', `${at.base}/form-fields`, {
      ...{ name: { de: 'Erwartete Zeit', en: 'Expected time' }, type: 'text' },
    })
  ).body;
  const wave = async (title: string, minutes: number, size: number, more: object = {}) => {
    const startsAt = new Date(Date.UTC(2026, 4, 17, 7, 30 + minutes)).toISOString();
    const body = { competitionId: at.competitionId, title, startsAt, size, ...more };
    return (await at.organizer.json<{ wave: Wave }>('POST', `${at.base}/waves`, body)).body.wave;
  };
  const waves = async () =>
    (await at.organizer.json<{ rows: Wave[] }>('GET', `${at.base}/waves`)).body.rows.map(
      ({ title, people }) => `${title}: ${people}`,
    );
  const assign = (body: object) =>
    at.organizer.json<{ changed: number; without: number; details?: object }>('POST', `${at.base}/waves/assign`, body);
  const set = async (participantId: number, waveId: number | null) => {
    const { status, body } = await at.organizer.json<{ code?: string } | null>('POST', `${at.base}/waves/set`, {
      participantId,
      waveId,
    });
    return body?.code ?? status;
  };
  return { shop, ...at, fieldId: formField.id, wave, waves, assign, set };
}

/** Path of the own page of the order's first person. */
async function ownPageOf({ deps }: TestShop, orderId: number): Promise<string> {
  const order = (await orderOf(deps.read, orderId)) ?? expect.fail();
  const person = peopleOf(order)[0]?.person ?? expect.fail();
  return ownPagePath(deps.signer, person, order.event.endTimestamp);
}
const hrefOf = (html: string, end: string): string =>
  (new RegExp(`(?:href|action)="(/tickets/\\d+${end}\\?[^"]+)"`).exec(html)?.[1] ?? expect.fail()).replaceAll(
    '&amp;',
    '&',
  );

test('a ticket and its PDF show the wave and when it starts, and without a wave the start of the competition', async () => {
  const at = await waveRace();
  const own = await ownPageOf(at.shop, await at.enter([named('Adam', { email: 'adam@runner.example' })]));
  const guest = at.shop.visitor();
  const ticket = async () => {
    const html = await (await guest.fetch(own)).text();
    const file = await guest.fetch(hrefOf(html, '/pdf'));
    const { tree } = await readPaper(new Uint8Array(await file.arrayBuffer()));
    return [shown(html), spoken(tree)] as const;
  };
  const wave = await at.wave('Welle B', 15, 5);
  for (const text of await ticket()) expect(text).not.toMatch(/Welle B|09:45/);
  expect((await at.assign({ sequence: 'orderDate' })).body).toEqual({ changed: 1, without: 0 });
  for (const text of await ticket()) for (const part of ['Welle B', '09:45']) expect(text).toContain(part);
  const { status } = await at.organizer.json('PATCH', `${at.base}/waves/${wave.id}`, {
    startsAt: new Date(Date.UTC(2026, 4, 17, 8, 5)).toISOString(),
  });
  expect(status).toBe(200);
  for (const text of await ticket()) expect(text).toContain('10:05');
});

test('people change their wave on their page where both waves allow it, have room and are not locked', async () => {
  const at = await waveRace();
  const { shop, organizer, base } = at;
  const orderId = await at.enter([named('Adam', { email: 'adam@runner.example' })]);
  await at.enter([named('Berger')]);
  const own = await ownPageOf(shop, orderId);
  const guest = shop.visitor();
  const ticket = async () => shown(await (await guest.fetch(own)).text());
  const [a, b, c] = [await at.wave('Welle A', 0, 1), await at.wave('Welle B', 10, 1), await at.wave('Welle C', 20, 5)];
  const change = (wave: Wave, body: object) => organizer.json('PATCH', `${base}/waves/${wave.id}`, body);
  expect((await at.assign({ sequence: 'orderDate' })).body).toMatchObject({ without: 0 });
  const people = await shop.deps.read.select({ id: participants.id }).from(participants).orderBy(participants.id);
  for (const { id } of people) await at.set(id, null);
  for (const [index, wave] of [a, b].entries()) expect(await at.set(people[index]?.id ?? 0, wave.id)).toBe(204);
  const link = 'Startwelle wechseln';
  expect(await ticket()).not.toContain(link);
  for (const wave of [a, b]) await change(wave, { allowsChoice: true });
  const page = hrefOf(await ticket(), '/wave');
  const read = async () => shown(await (await guest.fetch(page)).text());
  const choose = async (waveId: number | string) => (await guest.form(page, { waveId: String(waveId) })).status;
  // B is full and C is chosen by the organizer alone.
  expect(await read()).toContain('Zurzeit hat keine andere Startwelle Platz.');
  expect(await choose(c.id)).toBe(404);
  expect(await choose(b.id)).toBe(409);
  await change(c, { allowsChoice: true });
  expect(await read()).toContain('Noch 5 Plätze');
  expect(await choose('')).toBe(400);
  expect(await choose(c.id)).toBe(303);
  expect(await at.waves()).toEqual(['Welle A: 0', 'Welle B: 1', 'Welle C: 1']);
  for (const text of ['Welle C', '09:50']) expect(await ticket()).toContain(text);
  expect(await (await organizer.fetch(`/admin/orders/${orderId}`)).text()).toContain('Startwelle selbst gewechselt.');
  expect((await at.assign({ sequence: 'orderDate' })).body).toMatchObject({ changed: 0 });
  // Once one of the two is locked, or off again, nobody changes.
  await change(a, { locksAt: new Date(shop.clock()).toISOString() });
  expect(await choose(a.id)).toBe(409);
  await change(c, { locksAt: new Date(shop.clock()).toISOString() });
  expect(await read()).toContain('Deine Startwelle ist schon fix.');
  expect(await ticket()).not.toContain(link);
  await change(c, { locksAt: null, allowsChoice: false });
  expect((await guest.fetch(page)).status).toBe(404);
  expect((await guest.fetch(`/tickets/${people[0]?.id}/wave`)).status).toBe(404);
  expect(await at.waves()).toEqual(['Welle A: 0', 'Welle B: 1', 'Welle C: 1']);
});

const crowd = 20;
test('the last place of a wave that many choose at once is one person’s', async () => {
  const at = await waveRace();
  const orders = [];
  for (let person = 0; person < crowd; person++)
    orders.push(await at.enter([named(`Läufer ${person}`, { email: `p${person}@runner.example` })]));
  await at.wave('A', 0, crowd, { allowsChoice: true });
  await at.assign({ sequence: 'orderDate' });
  const last = await at.wave('B', 10, 1, { allowsChoice: true });
  const forms = await Promise.all(
    orders.map(async (orderId) => {
      const guest = at.shop.visitor();
      const html = await (await guest.fetch(await ownPageOf(at.shop, orderId))).text();
      return () => guest.form(hrefOf(html, '/wave'), { waveId: String(last.id) });
    }),
  );
  const statuses = (await Promise.all(forms.map((send) => send()))).map(({ status }) => status);
  expect(statuses.filter((status) => status === 303)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(crowd - 1);
  expect(await at.waves()).toEqual([`A: ${crowd - 1}`, 'B: 1']);
});

/** The negative control: each of the same crowd looks for room, and changes the wave afterwards. */
test('without the guard the same crowd takes the last place more than once', async () => {
  const database = await Database.open('file::memory:?cache=shared');
  await database.transact((tx) => tx.run(ready('create table last_wave (people integer not null)', [])));
  await database.transact((tx) => tx.run(ready('insert into last_wave values (0)', [])));
  const take = async () => {
    const [row] = await database.read.all<{ people: number }>(ready('select people from last_wave', []));
    if ((row?.people ?? 1) > 0) return false;
    await database.transact((tx) => tx.run(ready('update last_wave set people = people + 1', [])));
    return true;
  };
  const taken = await Promise.all(Array.from({ length: crowd }, take));
  await database.close();
  expect(taken.filter(Boolean).length).toBeGreaterThan(1);
});

test('500 people start in waves by their expected time, and lists and tickets say when', {
  timeout: 60_000,
}, async () => {
  const at = await waveRace();
  const { shop, organizer, base, fieldId } = at;
  for (let order = 0; order < 10; order++)
    await at.enter(
      Array.from({ length: 50 }, (_, n) => named(`Läufer ${order * 50 + n}`, { birthDate: '1990-01-31' })),
    );
  const people = await shop.deps.read.select({ id: participants.id }).from(participants).orderBy(participants.id);
  await shop.deps.write(({ tx }) =>
    tx.insert(participantFields).values(
      people.map(({ id }, at) => ({
        participantId: id,
        fieldId,
        value: `1:${String((at * 7) % 60).padStart(2, '0')}:00`,
      })),
    ),
  );
  await at.wave('Welle B', 10, 200);
  await at.wave('Welle A', 0, 200);
  await at.wave('Welle C', 20, 200);
  expect((await at.assign({ sequence: 'expectedTime' })).status).toBe(400);
  expect((await at.assign({ sequence: 'expectedTime', fieldId })).body).toEqual({ changed: 500, without: 0 });
  expect(await at.waves()).toEqual(['Welle A: 167', 'Welle B: 167', 'Welle C: 166']);
  expect((await at.assign({ sequence: 'expectedTime', fieldId })).body).toEqual({ changed: 0, without: 0 });
  type Row = { id: number; wave: string; waveStart: string; answers: { value: string }[] };
  const { rows } = (await organizer.json<{ rows: Row[] }>('GET', `${base}/start-list?format=json&sort=wave`)).body;
  const times = (title: string) =>
    rows.filter(({ wave }) => wave === title).map(({ answers }) => answers[0]?.value ?? '');
  expect(
    times('Welle A')
      .sort()
      .at(-1)
      ?.localeCompare(times('Welle B').sort()[0] ?? ''),
  ).toBeLessThanOrEqual(0);
  expect([rows[0]?.wave, rows[0]?.waveStart, rows.at(-1)?.wave]).toEqual([
    'Welle A',
    '2026-05-17T07:30:00.000Z',
    'Welle C',
  ]);
  await organizer.json('PUT', `${base}/start-list/layout`, { columns: [{ key: 'wave' }, { key: 'waveStart' }] });
  const csv = await (await organizer.fetch(`${base}/start-list?sort=wave`)).text();
  expect(csv.split('\r\n').slice(0, 2)).toEqual(['Startwelle;Start der Welle', 'Welle A;09:30']);
  const file = await organizer.fetch(`/api/admin/statistics/event/${at.eventId}/export/race-fields`);
  const [head, first] = (await file.text()).split('\r\n');
  expect(head).toContain(';Startwelle;Start der Welle;');
  expect(first).toMatch(/;Welle [ABC];17\.05\.2026 09:(3|4|5)0;/);
  const paper = await organizer.fetch(`${base}/bibs/list?withoutBib=true`);
  const [table] = tablesOf((await readPaper(new Uint8Array(await paper.arrayBuffer()))).tree);
  expect(JSON.stringify(table)).toMatch(/Startwelle.*Welle [ABC]/);
  const html = await (await organizer.fetch(`/admin/events/${at.eventId}/waves`)).text();
  for (const text of ['Welle A', '167 von 200']) expect(html).toContain(text);
});

test('a wave takes no more than its places, keeps who was set by hand, and is fixed once locked', async () => {
  const at = await waveRace();
  await at.enter([named('Adam'), named('Berger'), named('Cerny')]);
  await at.enter([named('Dorn')], { to: at.secondId });
  const [adam = 0, berger = 0, cerny = 0, dorn = 0] = (
    await at.shop.deps.read.select({ id: participants.id }).from(participants).orderBy(participants.id)
  ).map(({ id }) => id);
  const [a, b] = [await at.wave('A', 0, 2), await at.wave('B', 10, 1)];
  expect([await at.set(cerny, a.id), await at.set(dorn, a.id), await at.set(99_999, a.id)]).toEqual([
    204,
    'NOT_FOUND',
    'NOT_FOUND',
  ]);
  expect((await at.assign({ sequence: 'orderDate' })).body).toEqual({ changed: 2, without: 0 });
  expect(await at.waves()).toEqual(['A: 2', 'B: 1']);
  expect(await at.set(berger, a.id)).toBe('WAVE_FULL');
  expect(await at.set(berger, null)).toBe(204);
  expect(await at.set(cerny, b.id)).toBe(204);
  expect(await at.set(berger, a.id)).toBe(204);
  const change = (body: object) => at.organizer.json<{ code?: string }>('PATCH', `${at.base}/waves/${a.id}`, body);
  expect((await change({ size: 1 })).body.code).toBe('VALIDATION_FAILED');
  expect((await change({ locksAt: new Date(at.shop.clock()).toISOString() })).status).toBe(200);
  expect([await at.set(adam, null), await at.set(adam, b.id)]).toEqual(['WAVE_LOCKED', 'WAVE_LOCKED']);
  expect((await at.assign({ sequence: 'club' })).body).toEqual({ changed: 0, without: 0 });
  const history = await (await at.organizer.fetch(`/admin/orders/1`)).text();
  for (const text of ['Startwelle zugeteilt.', 'Startwelle von Hand zugeteilt.']) expect(history).toContain(text);

  // From the page: by bib number, with a word when it does not work.
  const page = `/admin/events/${at.eventId}/waves`;
  expect((await at.organizer.form(`${page}/set`, { person: String(cerny), waveId: '' })).status).toBe(303);
  expect((await at.organizer.form(`${page}/set`, { person: '4711', waveId: String(b.id) })).status).toBe(409);
  expect(await at.waves()).toEqual(['A: 2', 'B: 0']);
});

test('a copy of the event has the waves, moved with it and without people', async () => {
  const at = await waveRace();
  await at.enter([named('Adam')]);
  await at.wave('A', 0, 2);
  await at.assign({ sequence: 'orderDate' });
  const copy = await at.organizer.json<{ copiedEventId: number }>('POST', `${at.base}/copy`, {
    startTimestamp: '2027-05-17T07:00:00Z',
  });
  await at.shop.settle();
  const { rows } = (
    await at.organizer.json<{ rows: object[] }>('GET', `/api/admin/events/${copy.body.copiedEventId}/waves`)
  ).body;
  expect(rows).toMatchObject([
    { title: 'A', size: 2, people: 0, startsAt: new Date(instant(Date.UTC(2027, 4, 17, 7, 30))).toISOString() },
  ]);
});
