import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type Job, JobRunner } from '#src/data/jobs.ts';
import { facts, jobLeases, mails } from '#src/data/schema.ts';
import { days, hours, instant, minutes, plus, seconds } from '#src/kernel/time.ts';
import { testClock, testShop } from '#tests/support/shop.ts';
import { ClockWatch } from './clock-watch.ts';
import type { Log } from './log.ts';

function listening() {
  const lines: string[] = [];
  const told = (message: string) => void lines.push(message);
  const log: Log = { debug() {}, info: told, warn: told, error: told };
  return { lines, log };
}

function watched() {
  const clock = testClock();
  let elapsed = 0;
  const { lines, log } = listening();
  const watch = new ClockWatch(clock, log, () => elapsed);
  const pass = (milliseconds: number) => {
    elapsed += milliseconds;
    clock.advance(milliseconds);
  };
  return { clock, lines, watch, pass };
}

test('time that passes is no jump, however slowly it is looked at', () => {
  const { watch, pass, lines } = watched();
  watch.begin(null);
  for (const each of [seconds(1), minutes(5), days(3), 900]) {
    pass(each);
    expect(watch.look()).toBe(false);
  }
  expect([watch.isDoubted, lines]).toEqual([false, []]);
});

test('a jump of a year is doubted for five minutes, or until it has been set right and stood', () => {
  const { clock, watch, pass, lines } = watched();
  watch.begin(plus(clock(), seconds(50)));
  clock.advance(days(365));
  expect([watch.look(), watch.isDoubted]).toEqual([false, true]);
  pass(minutes(4));
  watch.look();
  expect(watch.isDoubted).toBe(true);
  clock.advance(-days(365));
  expect([watch.look(), watch.isDoubted]).toEqual([true, true]);
  pass(minutes(1));
  watch.look();
  expect(watch.isDoubted).toBe(false);
  expect(lines).toEqual([
    expect.stringMatching(/more than a day ahead/),
    'The clock was set back.',
    expect.stringMatching(/has stood/),
  ]);
});

test('an hour is said, and doubted by nobody', () => {
  const { clock, watch, lines } = watched();
  watch.begin(null);
  clock.advance(hours(1));
  expect([watch.look(), watch.isDoubted]).toEqual([false, false]);
  clock.advance(-hours(1));
  expect([watch.look(), watch.isDoubted]).toEqual([true, false]);
  expect(lines).toEqual([expect.stringMatching(/set forward/), 'The clock was set back.']);
});

test('a start finds out what happened meanwhile', () => {
  const found = (since: number) => {
    const { clock, watch, lines } = watched();
    watch.begin(plus(clock(), -since));
    return [watch.isDoubted, lines.length];
  };
  expect(found(hours(5))).toEqual([false, 0]);
  expect(found(-seconds(60))).toEqual([false, 0]);
  expect(found(days(2))).toEqual([true, 1]);
  expect(found(-days(26_000))).toEqual([true, 1]);
});

/** A runner whose jobs say that they ran. */
async function running(options: { endsByClock?: boolean; everyMs?: number } = {}) {
  const shop = await testShop();
  const { lines, log } = listening();
  let ran = 0;
  let elapsed = 0;
  const run = async () => {
    ran += 1;
    return false;
  };
  const job: Job = { name: 'count', everyMs: 1000, ...options, run };
  const runner = new JobRunner({ ...shop.deps, log, elapsed: () => elapsed }, [job]);
  const pass = (milliseconds: number) => {
    elapsed += milliseconds;
    shop.clock.advance(milliseconds);
  };
  return { ...shop, runner, lines, pass, ran: () => ran };
}

const in2099 = instant(Date.UTC(2099, 0, 1));

test.each(['leasedUntil', 'nextRunAt'] as const)('a job with a %s of 2099 runs', async (column) => {
  const { deps, clock, runner, ran } = await running();
  const lease = { name: 'count', owner: 'somebody gone', leasedUntil: clock(), nextRunAt: clock(), [column]: in2099 };
  await deps.write(({ tx }) => tx.insert(jobLeases).values(lease));
  runner.start(5);
  await expect.poll(ran).toBeGreaterThan(0);
  await runner.stop();
});

test('a lease that is held runs nowhere else: the control of the one before', async () => {
  const { deps, clock, runner, ran } = await running();
  const leasedUntil = plus(clock(), seconds(60));
  await deps.write(({ tx }) =>
    tx.insert(jobLeases).values({ name: 'count', owner: 'somebody else', leasedUntil, nextRunAt: clock() }),
  );
  runner.start(5);
  await new Promise((resume) => setTimeout(resume, 100));
  await runner.stop();
  expect(ran()).toBe(0);
});

test('a clock that is set back an hour stops no job', async () => {
  const { clock, runner, ran, pass, lines } = await running();
  runner.start(5);
  await expect.poll(ran).toBe(1);
  clock.advance(-hours(1));
  pass(seconds(2));
  await expect.poll(ran).toBe(2);
  await runner.stop();
  expect(lines).toContain('The clock was set back.');
});

test('nothing ends by a clock that says next year, until it has stood for five minutes; everything else goes on', async () => {
  const ends = await running({ endsByClock: true });
  const goes = await running();
  for (const each of [ends, goes]) {
    each.runner.start(5);
    await expect.poll(each.ran).toBe(1);
    each.clock.advance(days(365));
    await expect.poll(() => each.lines.length).toBe(1);
    each.pass(seconds(2));
  }
  await expect.poll(goes.ran).toBe(2);
  expect(ends.ran()).toBe(1);
  ends.pass(minutes(5));
  await expect.poll(ends.ran).toBe(2);
  await Promise.all([ends.runner.stop(), goes.runner.stop()]);
});

test('what was written in 2099 is due today, once the clock is right', async () => {
  const { deps, clock, shop } = await testShop();
  const today = clock();
  clock.set(in2099);
  await deps.write(async (work) => {
    await work.tx.run(
      sql`insert into limit_counters (key, window_start, count, expires_at) values ('x', ${in2099}, 9, ${plus(in2099, hours(1))})`,
    );
    await work.announce({ name: 'nobodyHears', payload: {} });
  });
  clock.set(today);
  await deps.write((work) =>
    work.tx.insert(mails).values({
      type: 'Test',
      uniqueKey: 'k',
      recipient: 'a@example.test',
      locale: 'de',
      params: {},
      nextAttemptAt: in2099,
      createdAt: in2099,
    }),
  );
  shop.startJobs();
  await expect
    .poll(async () => (await deps.read.select().from(mails).where(eq(mails.uniqueKey, 'k')))[0]?.nextAttemptAt)
    .toBeLessThan(plus(today, days(1)));
  await expect
    .poll(async () => (await deps.read.select().from(facts)).every(({ doneAt }) => doneAt !== null))
    .toBe(true);
  await expect.poll(() => deps.read.all(sql`select key from limit_counters`)).toEqual([]);
});
