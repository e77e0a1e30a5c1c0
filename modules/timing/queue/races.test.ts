import { expect, test } from 'vitest';
import { runner } from '#modules/orders/testing.ts';
import { minutes } from '#src/kernel/time.ts';
import { seed, times } from '#tests/support/thorough.ts';
import { orderPaid, shopWithTiming, type TimingShop } from '../testing.ts';
import { takeLease } from './lease.ts';
import { push, syncNow } from './sync-job.ts';

/** Facts are told, and nothing is sent yet. */
async function queued(people: number): Promise<TimingShop> {
  const at = await shopWithTiming();
  await at.setUp();
  const { fetch } = at.shop.deps;
  at.shop.deps.fetch = async () => {
    throw new TypeError('not yet');
  };
  at.shop.clock.advance(1000);
  await at.setUp({ syncStopDate: '2026-03-01T00:00:00Z' });
  await orderPaid(
    at,
    at.race,
    Array.from({ length: people }, () => runner()),
  );
  await at.shop.settle();
  await at.setUp({ syncStopDate: null });
  at.shop.deps.fetch = fetch;
  return at;
}

test('two concurrent workers assign one number per participant', { timeout: 60_000 }, async () => {
  const at = await queued(12);
  at.simulator.misbehaviour.failNext({ command: 'any', kind: 'delay', delayMs: 2, times: 200 });
  for (let round = 0; round < 6; round++) await Promise.all([syncNow(at.shop.deps), syncNow(at.shop.deps)]);
  expect(at.there()).toHaveLength(12);
  expect(at.calls('part/new')).toHaveLength(12);
  expect(at.calls('part/savefields')).toHaveLength(12);
});

test('the control: two who work with one lease take two numbers for one participant', async () => {
  const at = await queued(1);
  at.simulator.misbehaviour.failNext({ command: 'part/new', kind: 'delay', delayMs: 20, times: 2 });
  const lease = await takeLease(at.shop.deps, at.race.eventId);
  const [one] = await at.pushes();
  if (!lease || !one) throw new Error('nothing is due');
  expect(await takeLease(at.shop.deps, at.race.eventId)).toBeNull();
  await Promise.all([1, 2].map(() => push(at.shop.deps, lease, one.participantId)));
  expect(at.there()).toHaveLength(2);
});

test('a worker with an expired lease stores nothing, and its number is found', async () => {
  const at = await queued(1);
  at.simulator.misbehaviour.failNext({ command: 'part/new', kind: 'delay', when: 'after', delayMs: 150 });
  const asleep = syncNow(at.shop.deps);
  for (let tries = 0; tries < 200 && (await at.pushes())[0]?.askedAt === null; tries++)
    await new Promise((resume) => setTimeout(resume, 1));
  at.shop.clock.advance(minutes(4));
  // The other worker finds the pending request and reads the list first.
  const other = syncNow(at.shop.deps);
  await Promise.all([asleep, other]);
  await at.sync();
  expect(at.there()).toHaveLength(1);
  expect(await at.pushes()).toMatchObject([{ state: 'sent', bibThere: '101', pid: 1 }]);
});

const people = times(5000, 200);
test(`a sync of ${people} participants survives that every fifth call fails: everybody once, no number lost (SEED=${seed})`, {
  timeout: 600_000,
}, async () => {
  const at = await shopWithTiming();
  await at.setUp();
  for (let made = 0; made < people; made += 100)
    await orderPaid(
      at,
      at.race,
      Array.from({ length: 100 }, () => runner({ email: null })),
    );
  at.simulator.misbehaviour.setRates({ seed, rate: 0.2 });
  await at.sync(3000);
  const there = at.there();
  const bibs = await at.bibs();
  expect(at.simulator.calls.filter(({ status }) => status !== 200).length).toBeGreaterThan(people / 2);
  expect(there.map(({ ForeignKey }) => Number(ForeignKey)).sort((a, b) => a - b)).toEqual(bibs.map(({ id }) => id));
  expect(new Set(bibs.map(({ bib }) => bib)).size).toBe(people);
  const bibThere = new Map(there.map(({ ForeignKey, Bib }) => [Number(ForeignKey), String(Bib)]));
  expect(bibs.filter(({ id, bib }) => bibThere.get(id) !== bib)).toEqual([]);
  expect(there.every(({ PaidEntryFee, AgeGroup1, Lastname }) => PaidEntryFee === 30 && AgeGroup1 && Lastname)).toBe(
    true,
  );
  expect((await at.pushes()).filter(({ state, due }) => state !== 'sent' || due !== 0)).toEqual([]);
});
