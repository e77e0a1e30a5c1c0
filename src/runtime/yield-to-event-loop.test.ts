import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { yieldToEventLoop } from './yield-to-event-loop.ts';

test('of all that wait one goes on at a time, in the sequence in which they came', async () => {
  const order: string[] = [];
  let turns = 0;
  let isOver = false;
  const others = (async () => {
    while (!isOver) {
      await setImmediate();
      turns += 1;
    }
  })();
  const work = async (name: string) => {
    for (let piece = 1; piece <= 3; piece += 1) {
      await yieldToEventLoop();
      order.push(`${name}${piece}@${turns}`);
    }
  };
  await Promise.all([work('a'), work('b'), work('c')]);
  isOver = true;
  await others;
  expect(order.map((each) => each.slice(0, 2))).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'c2', 'a3', 'b3', 'c3']);
  // Whoever else waits for the thread had it in between each time.
  expect(new Set(order.map((each) => each.slice(3))).size).toBeGreaterThanOrEqual(8);
});
