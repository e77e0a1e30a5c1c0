import { expect, test } from 'vitest';
import { makeRace } from '#modules/orders/testing.ts';
import { testShop } from '#tests/support/shop.ts';
import { putShortlink, updateEvent } from '../index.ts';
import { eventViews } from '../schema.ts';

test("views are counted by the days of the event's time zone, for anybody and by shortlink too", async () => {
  const shop = await testShop({ now: '2026-03-02T22:30:00Z' });
  const { eventId } = await shop.deps.write(async (work) => {
    const race = await makeRace(work);
    await putShortlink(work, race.eventId, 'donaulauf');
    return race;
  });
  const track = (of: string | number, body?: object) => shop.visitor().json('POST', `/api/events/${of}/track`, body);
  expect((await track(eventId)).status).toBe(204);
  expect((await track(eventId, {})).status).toBe(204);
  // 23:30 in Vienna was Monday; an hour later it is Tuesday there, and still Monday in UTC.
  shop.clock.advance(3_600_000);
  const person = await shop.login('runner@views.example');
  const { status } = await person.json('POST', `/api/events/donaulauf/track`, undefined, { 'x-csrf-token': '' });
  expect(status).toBe(204);
  await Promise.all(Array.from({ length: 5 }, () => track(eventId)));
  expect(await shop.deps.read.select().from(eventViews)).toEqual([
    { eventId, day: '2026-03-02', count: 2 },
    { eventId, day: '2026-03-03', count: 6 },
  ]);
});

test('what nobody can see has no views, and nobody is counted without end', async () => {
  const shop = await testShop();
  const { eventId } = await shop.deps.write((work) => makeRace(work));
  const visitor = shop.visitor();
  const track = (of: string | number) => visitor.json<{ code: string }>('POST', `/api/events/${of}/track`);
  for (const unknown of [999, 'nirgends', '0']) {
    expect([(await track(unknown)).status, (await track(unknown)).body.code]).toEqual([404, 'NOT_FOUND']);
  }
  let counted = 0;
  while ((await track(eventId)).status === 204) counted += 1;
  expect(counted).toBe(120);
  expect((await track(eventId)).headers.get('retry-after')).toMatch(/^\d+$/);
  await shop.deps.write((work) => updateEvent(work, eventId, { visible: false }));
  expect((await track(eventId)).status).toBe(404);
});

test('another site makes nobody a viewer', async () => {
  const shop = await testShop();
  const { eventId } = await shop.deps.write((work) => makeRace(work));
  const from = (origin: string) =>
    shop.visitor().json<{ code: string }>('POST', `/api/events/${eventId}/track`, undefined, { origin });
  expect(await from('https://elsewhere.example')).toMatchObject({ status: 403, body: { code: 'INVALID_CSRF_TOKEN' } });
  expect((await from('http://shop.test')).status).toBe(204);
  expect(await shop.deps.read.select().from(eventViews)).toMatchObject([{ count: 1 }]);
});
