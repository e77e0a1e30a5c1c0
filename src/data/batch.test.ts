import { expect, test, vi } from 'vitest';
import { batched } from './batch.ts';

test('what comes together is done together, and what comes later by itself', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const runs: (readonly number[])[] = [];
  const gather = batched<number>(10, async (all) => void runs.push(all));
  const first = [gather(1), gather(2)];
  await vi.advanceTimersByTimeAsync(10);
  await Promise.all(first);
  const later = gather(3);
  await vi.advanceTimersByTimeAsync(10);
  await later;
  vi.useRealTimers();
  expect(runs).toEqual([[1, 2], [3]]);
});

test('when it fails each of them hears of it, and the next try is a new one', async () => {
  let isBroken = true;
  const gather = batched<number>(0, async () => {
    if (isBroken) throw new Error('full');
  });
  const both = await Promise.allSettled([gather(1), gather(2)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isBroken = false;
  await gather(3);
});
