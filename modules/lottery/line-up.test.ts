import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { updateEvent } from '#modules/events/index.ts';
import { drawOrder } from '#modules/waiting-room/index.ts';
import { fillLists } from '#modules/waitlist/index.ts';
import { nextOffers } from '#modules/waitlist/rules/entry-state.ts';
import { atOnce, settleLotteries } from './draw.ts';
import { lotteryJob, sendDrawResults } from './jobs.ts';
import { lotPath } from './links.ts';
import { drawnRace } from './testing.ts';

/** More than are put into line at once, twice; groups of one to three. */
const many = 2 * atOnce.lots + 100;
const placesOf = (number: number): number => 1 + (number % 3);

/** The time of a draw that `many` entered has come, and nobody looked at it yet. */
async function dueDraw(tickets = 3) {
  const at = await drawnRace({ tickets });
  await at.deps.write(async ({ tx, now }) => {
    await tx.run(sql`with recursive n(i) as (select 1 union all select i + 1 from n where i < ${many})
      insert into lots (lottery_id, event_id, email, language, places, state, number, asked_at, entered_at, told_draws_at)
      select l.id, l.event_id, 'm' || i || '@example.test', 'de', 1 + i % 3, 'in', i, ${now}, ${now}, l.draws_at
      from n, lotteries l`);
    await tx.run(sql`update lotteries set last_number = ${many}`);
  });
  // Logging in lets the jobs run.
  const buyer = await at.login('buyer@example.test');
  at.clock.set('2026-03-05T11:00:00Z');
  const [{ seed = '' } = {}] = await at.deps.read.all<{ seed: string }>(sql`select seed from lotteries`);
  const order = drawOrder(
    seed,
    Array.from({ length: many }, (_, n) => n + 1),
  );
  const step = () => at.deps.write((work) => settleLotteries(work, at.race.eventId));
  /** Until there is nothing more to do; answers in how many works. */
  const finish = async () => {
    let works = 1;
    while ((await step()) === 'more') works += 1;
    return works;
  };
  const heldForDraw = () => at.deps.read.all(sql`select * from kept_competitions where for_draw`);
  const offered = async () =>
    (await at.entriesNow()).filter(({ state }) => state === 'offered').map(({ drawnRank }) => drawnRank);
  /** Which ranks are offered something when all is done in one. */
  const winners = (free: number, gone: readonly number[] = []) =>
    nextOffers(
      free,
      order.map((number, rank) => ({ id: rank + 1, places: placesOf(number) })).filter(({ id }) => !gone.includes(id)),
    ).map(({ id }) => id);
  return { ...at, buyer, order, step, finish, keptForDraw: heldForDraw, offered, winners };
}

const numberOf = (email: string): number => Number(/\d+/.exec(email)?.[0]);

test('thousands stand in line in slices, each in the order of its ranks; offers come when all of them do', async () => {
  const tickets = 3 * atOnce.offers;
  const at = await dueDraw(tickets);
  for (const inLine of [atOnce.lots, 2 * atOnce.lots]) {
    expect(await at.step()).toBe('more');
    const entries = await at.entriesNow();
    expect(entries.map(({ email }) => numberOf(email))).toEqual(at.order.slice(0, inLine));
    expect(entries.filter(({ state }) => state !== 'waiting')).toEqual([]);
  }
  expect(await at.finish()).toBeGreaterThan(1);
  const entries = await at.entriesNow();
  expect(entries.map(({ email }) => numberOf(email))).toEqual(at.order);
  expect(entries.map(({ drawnRank }) => drawnRank)).toEqual(at.order.map((_, rank) => rank + 1));
  expect(await at.offered()).toEqual(at.winners(tickets));
  expect(await at.keptForDraw()).toEqual([]);
  const ranked = await at.deps.read.all(sql`select t.id from lots t join waitlist_entries w on w.id = t.entry_id
    where t.state = 'drawn' and w.drawn_rank = t.rank and w.email = t.email and w.places = t.places`);
  expect(ranked).toHaveLength(many);
  expect(await at.step()).toBe('settled');
});

test('between the slices nobody gets a place: not by buying, by joining, by a look at the list, nor by hand', async () => {
  const at = await dueDraw();
  const { buyer, race } = at;
  const { eventId, runId } = race;
  let slices = 0;
  for (; (await at.step()) === 'more'; slices += 1) {
    expect((await at.book(buyer)).status).toBe(409);
    const joined = await buyer.json<{ details?: object }>('POST', `/api/events/${eventId}/waitlist`, {
      competitionId: runId,
    });
    expect(joined.status).toBe(409);
    await at.deps.write((work) => fillLists(work, eventId));
    expect(await at.offered()).toEqual([]);
  }
  expect(slices).toBe(2);
  // It is over, so from here on it is an ordinary list, and what is left of the free places is its line's.
  expect(await at.offered()).toEqual(at.winners(3));
  expect((await at.book(buyer)).status).toBe(409);
  const joined = await buyer.json('POST', `/api/events/${eventId}/waitlist`, { competitionId: runId });
  expect(joined.status).toBe(201);
});

test('while people are put into line no other draw is planned, and nobody is told of a rank', async () => {
  const at = await dueDraw();
  await at.step();
  // Even when all who stand in line so far are gone.
  await at.deps.write(({ tx, now }) => tx.run(sql`update waitlist_entries set state = 'left', ended_at = ${now}`));
  const planned = await at.plan({ entersFrom: '2026-03-05T12:00:00Z', drawsAt: '2026-03-06T11:00:00Z' });
  expect([planned.status, planned.body.details]).toEqual([409, { reason: 'waitedFor' }]);
  await at.deps.write(sendDrawResults);
  const told = () => at.deps.read.all(sql`select id from lots where told_at is not null`);
  expect(await told()).toEqual([]);
  await at.finish();
  await at.deps.write(sendDrawResults);
  expect((await told()).length).toBeGreaterThan(0);
});

test('whoever leaves meanwhile is not put into line, their page says what happens, and all others keep their ranks', async () => {
  const at = await dueDraw();
  await at.step();
  const last = at.order.length;
  const email = `m${at.order[last - 1]}@example.test`;
  const [lot] = await at.deps.read.all<{ id: number; state: string }>(
    sql`select id, state from lots where email = ${email}`,
  );
  expect(lot?.state).toBe('in');
  const link = lotPath(at.deps, { id: lot?.id ?? 0, email });
  expect(await (await at.visitor().fetch(link)).text()).toContain(
    'Es ist verlost. Gleich steht fest, welchen Rang du hast',
  );
  expect((await at.visitor().form(at.stepOf(link, 'leave'), {})).status).toBe(200);
  await at.finish();
  const entries = await at.entriesNow();
  expect(entries.map(({ drawnRank }) => drawnRank)).toEqual(at.order.slice(0, -1).map((_, rank) => rank + 1));
  expect(await at.offered()).toEqual(at.winners(3, [last]));
});

test('also when everybody who was left is gone in between the line is opened', async () => {
  const at = await dueDraw();
  await at.step();
  await at.deps.write(({ tx, now }) =>
    tx.run(sql`update lots set state = 'left', ended_at = ${now} where state = 'in'`),
  );
  expect(await at.finish()).toBe(1);
  expect(await at.keptForDraw()).toEqual([]);
  expect(await at.offered()).toEqual(at.winners(3));
});

test('several who come to it at once, and a job after a process was gone, end as one work would have', async () => {
  const at = await dueDraw();
  await Promise.all([at.step(), at.step()]);
  expect(await at.entriesNow()).toHaveLength(2 * atOnce.lots);
  const job = lotteryJob(at.deps);
  while (await job.run()) expect(await at.lotsNow()).toHaveLength(many);
  expect((await at.entriesNow()).map(({ email }) => numberOf(email))).toEqual(at.order);
  expect(await at.offered()).toEqual(at.winners(3));
});

test('an event that is canceled in between ends the list for all of them', async () => {
  const at = await dueDraw();
  await at.step();
  await at.deps.write((work) => updateEvent(work, at.race.eventId, { canceled: true }));
  await at.finish();
  expect(new Set((await at.entriesNow()).map(({ state }) => state))).toEqual(new Set(['closed']));
  expect((await at.lotsNow()).filter(({ state }) => state === 'in')).toEqual([]);
  expect(await at.deps.read.all(sql`select * from kept_competitions`)).toEqual([]);
});
