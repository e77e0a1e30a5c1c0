import { expect, test } from 'vitest';
import { testShop } from '#tests/support/shop.ts';
import { JobRunner } from './jobs.ts';

test('a job that is woken within a write runs, and writes', async () => {
  const { deps } = await testShop();
  const failures: unknown[] = [];
  let heard = 0;
  const run = async () => {
    await deps.write(async () => {
      heard += 1;
    });
    return false;
  };
  const log = { ...deps.log, error: (...said: unknown[]) => failures.push(said) };
  const jobs = new JobRunner({ write: deps.write, clock: deps.clock, log }, [{ name: 'box', everyMs: 1e9, run }]);
  jobs.start(1e9);
  await expect.poll(() => heard).toBe(1);
  await deps.write(async () => jobs.poke('box'));
  await expect.poll(() => [heard, failures]).toEqual([2, []]);
  await jobs.stop();
});
