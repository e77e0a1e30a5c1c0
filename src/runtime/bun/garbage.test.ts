import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { collectAll, collectBy, collectYoung } from '#src/runtime/garbage.ts';
import { bunCollector } from './garbage.ts';

afterEach(() => collectBy({ young() {}, all() {} }));

test.each([
  ['young', collectYoung],
  ['all', collectAll],
])('what is forgotten is collected at once: %s', async (_, collect) => {
  collectBy(bunCollector);
  const made = Array.from({ length: 1000 }, (_, at) => new WeakRef({ at }));
  // Until its turn ends a reference holds what it leads to.
  await setImmediate();
  collect();
  // A register of the processor may still show one of them.
  expect(made.filter((one) => one.deref() !== undefined).length).toBeLessThan(100);
});
