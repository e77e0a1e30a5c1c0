// Our own: the timers of the runtime would run all waiters in one turn.
import { setImmediate } from 'node:timers';
import type { Steps } from '#src/kernel/steps.ts';

const waiting: (() => void)[] = [];

/**
 * Yields to pending requests and then resumes one waiter per turn of the event loop, so that long works do not block the thread.
 */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(next);
  });
}

/** Runs all steps and yields between them. */
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
