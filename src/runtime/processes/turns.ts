// Our own: the usual queues have no fair turns.

import { refuse } from '#src/kernel/problem.ts';

/**
 * `atOnce`: works at once. `mostWaiting` per visit: a browser asks for a few, a script for hundreds. `mostOfAll`: in total, about
 * ten seconds of work.
 */
const usual = { atOnce: 1, mostWaiting: 12, mostOfAll: 300, retryAfterSeconds: 5 };
/** `reason` selects the refusal's sentence. */
export type TurnBounds = typeof usual & { reason?: string };

type Waiting = () => Promise<void>;

/**
 * A fair queue for CPU-intensive works: callers take turns, and no caller has two running at once. `by` names the caller;
 * background jobs (`null`) have no limit and do not count.
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
    // To the end of the round.
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
