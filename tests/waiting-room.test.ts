import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookOne, call, guest, loginByCode, newCompetition, type Place, type Session } from './support/crowd.ts';
import { freePort, type RunningServer, startServer } from './support/server.ts';

/** Five hundred browsers at the opening of a sale, with a server that is killed. */
const browsers = 500;
const maxAtOnce = 40;
const dataDirs: string[] = [];
let server: RunningServer;
let organizer: Session;
let start: () => Promise<RunningServer>;

beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'startblock-room-'));
  dataDirs.push(dataDir);
  const env = { LIMIT_FACTOR: '0', LOG_LEVEL: 'error', PORT: String(await freePort()) };
  start = () => startServer({ dataDir, env });
  server = await start();
  organizer = await loginByCode(server, 'organizer@startblock.example');
}, 240_000);
afterAll(async () => {
  await server?.stop();
  for (const dataDir of dataDirs) await rm(dataDir, { recursive: true, force: true });
});

type Seen = { place: { state: string; number: number; ahead: number | null } | null };
type Browser = Session & { name: string; number: number };

const roomOf = ({ eventId }: Place) => `/api/events/${eventId}/waiting-room`;
const manageOf = ({ eventId }: Place) => `/api/admin/events/${eventId}/waiting-room`;

/** Limits concurrency to what one machine can simulate. */
async function all<T, R>(things: readonly T[], run: (thing: T, at: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (let at = next++; at < things.length; at = next++) results[at] = await run(things[at] as T, at);
    }),
  );
  return results;
}

async function look(place: Place, browser: Session): Promise<Seen> {
  const answer = await fetch(server.url + roomOf(place), { headers: { cookie: browser.cookie } });
  if (answer.status !== 200) throw new Error(`${answer.status}`);
  return (await answer.json()) as Seen;
}

async function room(change: Record<string, unknown>): Promise<{ place: Place; crowd: Browser[] }> {
  const place = await newCompetition(server, organizer, browsers + 100);
  const opens = new Date(Date.now() + 3_600_000).toISOString();
  const made = await call(server, 'PUT', manageOf(place), { beginsAt: opens, leadMinutes: 120, ...change }, organizer);
  expect(made.status).toBe(200);
  const names = Array.from({ length: browsers }, (_, at) => `b${at}`);
  const crowd = await all(names, async (name) => {
    const session = await guest(server, place.eventId);
    const { status, json } = await call(server, 'POST', roomOf(place), {}, session);
    expect(status).toBe(200);
    return { ...session, name, number: (json as Seen).place?.number ?? 0 };
  });
  return { place, crowd };
}

const openNow = (place: Place) =>
  call(server, 'PUT', manageOf(place), { beginsAt: new Date().toISOString() }, organizer);

test('five hundred browsers all get their turn, in the order of the draw, though the server is killed in between', {
  timeout: 400_000,
}, async () => {
  const { place, crowd } = await room({ mostAtOnce: maxAtOnce });
  expect(new Set(crowd.map(({ number }) => number)).size).toBe(browsers);
  const [early] = crowd as [Browser];
  expect(await bookOne(server, early, place, 'early')).toMatchObject({
    status: 409,
    code: 'WAITING_ROOM_NOT_YOUR_TURN',
  });
  await server.kill('SIGKILL');
  server = await start();
  await openNow(place);
  // A newcomer is behind all of them.
  const late = await guest(server, place.eventId);
  const joined = (await call(server, 'POST', roomOf(place), {}, late)).json as Seen;
  expect(joined.place).toMatchObject({ state: 'waiting', ahead: browsers - maxAtOnce });

  const text = await (await fetch(`${server.url}/events/${place.eventId}/waiting-room/draw.txt`)).text();
  const seed = /^seed (\w+)$/m.exec(text)?.[1] as string;
  const lot = ({ number }: Browser) => createHmac('sha256', seed).update(String(number)).digest('hex');
  const order = [...crowd].sort((a, b) => (lot(a) < lot(b) ? -1 : 1));
  const told = [...text.matchAll(/^\d+ (\d+)$/gm)].map(([, number]) => Number(number));
  expect(told).toEqual(order.map(({ number }) => number));

  let waiting = order;
  const served: Browser[] = [];
  let isKilled = false;
  for (let round = 0; waiting.length > 0; round++) {
    expect(round, 'the queue moves').toBeLessThan(60);
    // The room is cached for a second.
    await expect
      .poll(async () => (await look(place, waiting[0] as Browser)).place?.state, { timeout: 20_000 })
      .toBe('turn');
    const states = await all(waiting, async (browser) => (await look(place, browser)).place?.state);
    const turns = waiting.filter((_, at) => states[at] === 'turn');
    // Nobody is overtaken: those with a turn are the first in line, and no more than allowed.
    expect(turns.map(({ name }) => name)).toEqual(waiting.slice(0, turns.length).map(({ name }) => name));
    expect(turns.length).toBeLessThanOrEqual(maxAtOnce);
    const cheat = waiting.at(-1) as Browser;
    if (turns.length > 0 && !turns.includes(cheat))
      expect((await bookOne(server, cheat, place, 'cheat')).status).toBe(409);
    if (!isKilled && served.length > browsers / 2) {
      isKilled = true;
      await server.kill('SIGKILL');
      server = await start();
    }
    const booked = await all(turns, (browser) => bookOne(server, browser, place, browser.name));
    expect(booked.map(({ status }) => status)).toEqual(turns.map(() => 201));
    served.push(...turns);
    waiting = waiting.slice(turns.length);
  }
  expect(served.map(({ name }) => name)).toEqual(order.map(({ name }) => name));
  expect((await bookOne(server, early, place, 'again')).status).toBe(409);
  const { json } = await call(server, 'PUT', manageOf(place), {}, organizer);
  expect(json.figures).toMatchObject({ joined: browsers + 1, booked: browsers });
});

test('without the room the same crowd books in whatever order it comes', { timeout: 200_000 }, async () => {
  const { place, crowd } = await room({ mostAtOnce: 1 });
  const some = crowd.slice(-50);
  expect((await bookOne(server, some[0] as Browser, place, 'x')).status).toBe(409);
  await call(server, 'DELETE', manageOf(place), {}, organizer);
  const answers = await all(some, (browser) => bookOne(server, browser, place, browser.name));
  expect(answers.map(({ status }) => status)).toEqual(some.map(() => 201));
});
