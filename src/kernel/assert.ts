/** A broken assumption is our mistake, not the caller's: it answers 500 and raises an alarm. */
export class BrokenAssumption extends Error {
  override readonly name = 'BrokenAssumption';
}

export function assert(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new BrokenAssumption(sentence);
}

export function present<T>(value: T | null | undefined, sentence: string): T {
  assert(value !== null && value !== undefined, sentence);
  return value;
}

/**
 * An error whose sentence we wrote ourselves and in which nothing of anybody stands: the log shows it. Of every other
 * error it shows the class alone.
 */
export class OwnError extends Error {
  override readonly name: string = 'OwnError';
}
