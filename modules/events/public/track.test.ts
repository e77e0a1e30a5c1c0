import { expect, test } from 'vitest';
import { makeRace } from '#modules/orders/testing.ts';
import { testShop } from '#tests/support/shop.ts';
import { putShortlink, updateEvent } from '../index.ts';
import { eventViews } from '../schema-views.ts';

const browser = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0' };

test("views told by the call count by the days of the event's time zone, once a viewer, by shortlink too", async () => {
  const shop = await testShop({ now: '2026-03-02T22:30:00Z' });
  const { eventId } = await shop.deps.write(async (work) => {
    const race = await makeRace(work);
    await putShortlink(work, race.eventId, 'donaulauf');
    return race;
  });
  const track = (of: string | number, address: string) =>
    shop.visitor({ address }).json('POST', `/api/events/${of}/track`, undefined, browser);
  expect((await track(eventId, '192.0.2.1')).status).toBe(204);
  expect((await track(eventId, '192.0.2.1')).status).toBe(204);
  expect((await track('donaulauf', '192.0.2.2')).status).toBe(204);
  await shop.settle();
  // 23:30 in Vienna was Monday; an hour later it is Tuesday there, and still Monday in UTC.
  shop.clock.advance(3_600_000);
  const person = await shop.login('runner@views.example');
  const { status } = await person.json('POST', `/api/events/donaulauf/track`, undefined, {
    'x-csrf-token': '',
    ...browser,
  });
  expect(status).toBe(204);
  await Promise.all(Array.from({ length: 5 }, (_, at) => track(eventId, `192.0.2.${at}`)));
  await shop.settle();
  expect(await shop.deps.read.select().from(eventViews)).toEqual([
    { eventId, day: '2026-03-02', count: 2 },
    { eventId, day: '2026-03-03', count: 6 },
  ]);
});

test('counts no views of hidden events and limits calls', async () => {
  const shop = await testShop();
  const { eventId } = await shop.deps.write((work) => makeRace(work));
  const visitor = shop.visitor();
  const track = (of: string | number) =>
    visitor.json<{ code: string }>('POST', `/api/events/${of}/track`, undefined, browser);
  for (const unknown of [999, 'nirgends', '0']) {
    expect([(await track(unknown)).status, (await track(unknown)).body.code]).toEqual([404, 'NOT_FOUND']);
  }
  let counted = 0;
  while ((await track(eventId)).status === 204) counted += 1;
  expect(counted).toBe(120);
  expect((await track(eventId)).headers.get('retry-after')).toMatch(/^\d+$/);
  await shop.deps.write((work) => updateEvent(work, eventId, { visible: false }));
  expect((await track(eventId)).status).toBe(404);
  await shop.settle();
  expect(await shop.deps.read.select().from(eventViews)).toEqual([]);
});

test('ignores views sent from another site', async () => {
  const shop = await testShop();
  const { eventId } = await shop.deps.write((work) => makeRace(work));
  const from = (origin: string) =>
    shop.visitor().json<{ code: string }>('POST', `/api/events/${eventId}/track`, undefined, { origin, ...browser });
  expect(await from('https://elsewhere.example')).toMatchObject({ status: 403, body: { code: 'INVALID_CSRF_TOKEN' } });
  await shop.settle();
  expect(await shop.deps.read.select().from(eventViews)).toEqual([]);
  expect((await from('http://shop.test')).status).toBe(204);
  await shop.settle();
  expect(await shop.deps.read.select().from(eventViews)).toMatchObject([{ count: 1 }]);
});
