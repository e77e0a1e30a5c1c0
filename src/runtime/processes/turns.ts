// Our own: the usual queues know no turns between those who wait.

import { refuse } from '#src/kernel/problem.ts';

/**
 * How many works are done at once; how many one visit may have waiting, as a browser asks for a few and a script for hundreds;
 * and how many all visits together, some ten seconds: what would wait longer is better asked for again.
 */
const usual = { atOnce: 1, mostWaiting: 12, mostOfAll: 300, retryAfterSeconds: 5 };
/** `reason`: which sentence tells the refusal. */
export type TurnBounds = typeof usual & { reason?: string };

type Waiting = () => Promise<void>;

/**
 * A queue for work that takes much of a processor: one task at a time, or a few. Callers take turns, one task each, and no
 * caller has two running at once. `by` names the caller; background jobs (`null`) have no limit of waiting tasks and do not
 * count towards that of others.
 */
export function inTurns(
  bounds: Partial<TurnBounds> = {},
): <T>(by: string | null, work: () => Promise<T>) => Promise<T> {
  const { atOnce, mostWaiting: maxWaiting, mostOfAll: maxTotal, ...details } = { ...usual, ...bounds };
  const waiting = new Map<string | null, Waiting[]>();
  const served = new Set<string | null>();
  let ofVisits = 0;
  const serve = async (by: string | null, works: Waiting[]) => {
    served.add(by);
    await works.shift()?.();
    served.delete(by);
    waiting.delete(by);
    // Behind everybody who waits by now.
    if (works.length > 0) waiting.set(by, works);
    next();
  };
  const next = () => {
    for (const [by, works] of waiting) {
      if (served.size >= atOnce) return;
      if (!served.has(by)) serve(by, works);
    }
  };
  return <T>(by: string | null, work: () => Promise<T>): Promise<T> => {
    const works = waiting.get(by) ?? [];
    if (by !== null && (works.length >= maxWaiting || ofVisits >= maxTotal)) refuse('TOO_MANY_REQUESTS', details);
    if (by !== null) ofVisits += 1;
    const { promise, resolve } = Promise.withResolvers<Promise<T>>();
    works.push(async () => {
      if (by !== null) ofVisits -= 1;
      const done = work();
      resolve(done);
      await done.catch(() => undefined);
    });
    waiting.set(by, works);
    next();
    return promise.then((done) => done);
  };
}
