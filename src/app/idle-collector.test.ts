import { expect, onTestFinished, test } from 'vitest';
import { collectBy } from '#src/runtime/garbage.ts';
import { Rest } from './idle-collector.ts';

test('what a rush leaves is given back once, when it is over', async () => {
  let [collected, shrunk] = [0, 0];
  collectBy({ young: () => {}, all: () => (collected += 1) });
  onTestFinished(() => collectBy({ young: () => {}, all: () => {} }));
  const rest = new Rest(async () => {
    shrunk += 1;
    if (shrunk > 1) throw new Error('the disk is ill');
  });
  const ask = (times: number) => {
    for (let at = 0; at < times; at += 1) rest.note();
    return rest.look();
  };
  expect([await ask(30), await ask(0)]).toEqual([false, false]);
  expect([await ask(15_000), await ask(15_000), await ask(51)]).toEqual([false, false, false]);
  expect(collected).toBe(0);
  expect([await ask(50), await ask(0), await ask(50)]).toEqual([true, false, false]);
  expect([collected, shrunk]).toEqual([1, 1]);
  expect([await ask(20_000), await ask(10)]).toEqual([false, true]);
  expect([collected, shrunk]).toEqual([2, 2]);
});
