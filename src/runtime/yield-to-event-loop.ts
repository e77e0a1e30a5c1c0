// Our own: a queue of one line; the timers of the runtime would run all that wait in one go.
import { setImmediate } from 'node:timers';
import type { Steps } from '#src/kernel/steps.ts';

const waiting: (() => void)[] = [];

/**
 * Waits until whoever asks from outside was let in, and then for one's turn: of all that wait, one goes on at a time. Between
 * the pieces of a long work it keeps the only thread answering, however many such works are under way.
 */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(next);
  });
}

/** Does all steps, and others have their turn between them. */
export async function stepByStep<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    await yieldToEventLoop();
  }
}

function next(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(next);
}
