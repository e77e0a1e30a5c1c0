import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient } from '@libsql/client';
import { expect, test } from 'vitest';
import { makeRace } from '#modules/orders/testing.ts';
import { hours, minutes, seconds } from '#src/kernel/time.ts';
import { type TestShop, testShop } from '#tests/support/shop.ts';
import { updateEvent, ViewCounter } from '../index.ts';
import { eventViewers, eventViews, viewSalts } from '../schema-views.ts';
import { forgetViewersJob } from './view-counter.ts';

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1';

async function opened({ env = {} }: { env?: Record<string, string> } = {}) {
  const shop = await testShop({ now: '2026-03-02T09:00:00Z', env });
  const { eventId } = await shop.deps.write((work) => makeRace(work));
  const look = async (
    address: string,
    userAgent: string | null = firefox,
    headers: Record<string, string> = {},
    path = `/events/${eventId}`,
    method = 'GET',
  ) => {
    const answer = await shop
      .visitor({ address })
      .fetch(path, { method, headers: { ...(userAgent ? { 'user-agent': userAgent } : {}), ...headers } });
    await answer.arrayBuffer();
    return answer;
  };
  const counts = async () => {
    await shop.settle();
    const rows = await shop.deps.read.select().from(eventViews);
    return Object.fromEntries(rows.filter((row) => row.eventId === eventId).map(({ day, count }) => [day, count]));
  };
  return { shop, eventId, look, counts };
}

const stored = async ({ deps }: TestShop) => ({
  salts: await deps.read.select().from(viewSalts),
  marks: await deps.read.select().from(eventViewers),
});

test('the page of an event counts everybody once a day, from the cache too, whatever else is looked at', async () => {
  const { eventId, look, counts } = await opened();
  // The second is answered by the cache.
  for (let times = 0; times < 3; times += 1) await look('192.0.2.1');
  const { headers } = await look('192.0.2.2');
  expect((await look('192.0.2.3', firefox, { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304);
  await look('192.0.2.1', safari);
  await look('192.0.2.9', firefox, {}, '/');
  await look('192.0.2.9', firefox, {}, `/events/${eventId}/competitions`);
  await look('192.0.2.9', firefox, {}, '/events/999');
  expect(await counts()).toEqual({ '2026-03-02': 4 });
  await look('192.0.2.1');
  await look('192.0.2.4', firefox, {}, `/events/${eventId}?utm_source=mail`);
  expect(await counts()).toEqual({ '2026-03-02': 5 });
  // Of an IPv6 network everybody's addresses change by the hour.
  await look('2001:db8:1:2::5');
  await look('2001:db8:1:2:abcd::6');
  expect(await counts()).toEqual({ '2026-03-02': 6 });
});

test('robots, those who say nothing, pages fetched beforehand and whoever manages events are no viewers', async () => {
  const { shop, eventId, look, counts } = await opened();
  await look('192.0.2.1', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)');
  await look('192.0.2.2', 'curl/8.5.0');
  await look('192.0.2.3', null);
  await look('192.0.2.4', firefox, { 'sec-purpose': 'prefetch;prerender' });
  await look('192.0.2.5', firefox, {}, undefined, 'HEAD');
  const admin = await shop.login('admin@views.example', { superAdmin: true });
  await admin.fetch(`/events/${eventId}`, { headers: { 'user-agent': firefox } });
  expect(await counts()).toEqual({});
  const runner = await shop.login('runner@views.example');
  await runner.fetch(`/events/${eventId}`, { headers: { 'user-agent': firefox } });
  expect(await counts()).toEqual({ '2026-03-02': 1 });
  await shop.deps.write((work) => updateEvent(work, eventId, { visible: false }));
  await look('192.0.2.5');
  expect(await counts()).toEqual({ '2026-03-02': 1 });
});

test('nothing of a viewer is stored but a mark, and salt and marks end with the day of the zone', async () => {
  const { shop, eventId, look, counts } = await opened();
  const elsewhere = await shop.deps.write((work) =>
    makeRace(work, { event: { timeZone: 'America/New_York', title: 'Hudson' } }),
  );
  await look('192.0.2.77');
  await look('192.0.2.77', firefox, {}, `/events/${elsewhere.eventId}`);
  expect(await counts()).toEqual({ '2026-03-02': 1 });
  const first = await stored(shop);
  expect(first.salts.map(({ timeZone, day }) => [timeZone, day]).sort()).toEqual([
    ['America/New_York', '2026-03-02'],
    ['Europe/Vienna', '2026-03-02'],
  ]);
  // The same person at two events cannot be brought together.
  expect(new Set(first.marks.map(({ mark }) => mark)).size).toBe(2);
  expect(JSON.stringify(first)).not.toMatch(/192\.0\.2|Firefox/);
  // Midnight in Vienna; in New York the day goes on.
  shop.clock.set('2026-03-02T23:00:30Z');
  await forgetViewersJob(shop.deps).run();
  const after = await stored(shop);
  expect(after.salts.map(({ timeZone }) => timeZone)).toEqual(['America/New_York']);
  expect(after.marks.map((one) => one.eventId)).toEqual([elsewhere.eventId]);
  await look('192.0.2.77');
  expect(await counts()).toEqual({ '2026-03-02': 1, '2026-03-03': 1 });
  const [vienna] = (await stored(shop)).salts.filter(({ timeZone }) => timeZone === 'Europe/Vienna');
  expect(first.salts.map(({ salt }) => salt)).not.toContain(vienna?.salt);
  // Without the job the first view of the next day turns the salt and forgets the marks.
  shop.clock.advance(hours(24));
  await look('192.0.2.77');
  expect(await counts()).toEqual({ '2026-03-02': 1, '2026-03-03': 1, '2026-03-04': 1 });
  const marks = (await stored(shop)).marks.filter((one) => one.eventId === eventId);
  expect(marks.map(({ day }) => day)).toEqual(['2026-03-04']);
});

test('replaces a salt dated far ahead by a wrong clock', async () => {
  const { shop, look, counts } = await opened();
  await look('192.0.2.1');
  await counts();
  shop.clock.set('2027-03-02T09:00:00Z');
  await look('192.0.2.1');
  await counts();
  shop.clock.set('2026-03-02T10:00:00Z');
  await look('192.0.2.2');
  expect(await counts()).toEqual({ '2026-03-02': 2, '2027-03-02': 1 });
  const { salts, marks } = await stored(shop);
  expect([...salts, ...marks].map(({ day }) => day)).toEqual(['2026-03-02', '2026-03-02']);
});

test('two processes on one database add up, and know each others viewers', async () => {
  const { shop, eventId, counts } = await opened();
  const [one, other] = [new ViewCounter(() => shop.deps), new ViewCounter(() => shop.deps)];
  const seen = (by: ViewCounter, ...hosts: number[]) => {
    for (const host of hosts) by.note({ event: String(eventId), clientAddress: `192.0.2.${host}`, userAgent: firefox });
  };
  seen(one, 1, 2, 3);
  seen(other, 3, 4);
  await Promise.all([one.write(), other.write()]);
  expect(await counts()).toEqual({ '2026-03-02': 4 });
  seen(one, 1, 4, 5);
  seen(other, 5);
  await Promise.all([one.write(), other.write(), one.write()]);
  expect(await counts()).toEqual({ '2026-03-02': 5 });
});

test('limits the viewers of one address', async () => {
  const { shop, eventId, counts } = await opened();
  const counter = new ViewCounter(() => shop.deps);
  for (let at = 0; at < 500; at += 1) {
    counter.note({ event: String(eventId), clientAddress: '192.0.2.1', userAgent: `${firefox} ${at}` });
  }
  await counter.write();
  expect(await counts()).toEqual({ '2026-03-02': 200 });
});

test('views are written two seconds later without anybody asking, and at the end of the process', async () => {
  const { shop, eventId, look } = await opened();
  shop.shop.startJobs();
  await look('192.0.2.1');
  await expect
    .poll(async () => (await shop.deps.read.select().from(eventViews)).map(({ count }) => count), {
      timeout: seconds(10),
    })
    .toEqual([1]);
  await look('192.0.2.2');
  await shop.shop.stop();
  const client = createClient({ url: `file:${join(shop.deps.config.dataDir, 'startblock.db')}` });
  const { rows } = await client.execute(`select count from event_views where event_id = ${eventId}`);
  client.close();
  expect(rows.map(({ count }) => count)).toEqual([2]);
});

test('a backup contains neither salts nor marks', async () => {
  const { shop, look, counts } = await opened();
  await look('192.0.2.1');
  await counts();
  const { salts, marks } = await stored(shop);
  const file = join(shop.deps.config.dataDir, 'copy.backup');
  await shop.shop.backup(file);
  const bytes = await readFile(file, 'latin1');
  expect([salts.length, marks.length]).toEqual([1, 1]);
  for (const secret of [salts[0]?.salt, marks[0]?.mark]) expect(bytes).not.toContain(secret ?? 'none');
  const live = await readFile(join(shop.deps.config.dataDir, 'startblock.db-wal'), 'latin1');
  expect(live, 'the test can see it where it is').toContain(salts[0]?.salt);
});

test('the job that forgets comes every minute', () => {
  expect(forgetViewersJob({ write: async () => undefined as never }).everyMs).toBe(minutes(1));
});
