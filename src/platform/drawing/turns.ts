// Our own: the usual queues know no turns between those who wait.

import { refuse } from '#src/kernel/problem.ts';

/** Who has as many waiting gets no more: a browser asks for a few, a script for hundreds. */
const mostWaiting = 12;
/** And so many of all visits together, some ten seconds: what would wait longer is better asked for again. */
const mostOfAll = 300;
const retryAfterSeconds = 5;

type Waiting = () => Promise<void>;

/**
 * A queue for what takes much of a processor: one work at a time, and whoever asks for many takes turns with the others,
 * one of theirs after one of each. `by` names who asks; a job of ours, `null`, may have as many waiting as it likes, and
 * counts with nobody else's.
 */
export function inTurns(): <T>(by: string | null, work: () => Promise<T>) => Promise<T> {
  const waiting = new Map<string | null, Waiting[]>();
  let isBusy = false;
  let ofVisits = 0;
  const next = async () => {
    if (isBusy) return;
    isBusy = true;
    for (;;) {
      const [turn] = waiting;
      if (!turn) break;
      const [by, works] = turn;
      await works.shift()?.();
      waiting.delete(by);
      // Behind everybody who waits by now.
      if (works.length > 0) waiting.set(by, works);
    }
    isBusy = false;
  };
  return <T>(by: string | null, work: () => Promise<T>): Promise<T> => {
    const works = waiting.get(by) ?? [];
    if (by !== null && (works.length >= mostWaiting || ofVisits >= mostOfAll))
      refuse('TOO_MANY_REQUESTS', { retryAfterSeconds });
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
