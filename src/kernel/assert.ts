/** A bug of ours, not of the caller: answers 500 and raises an alarm. */
export class AssertionFailed extends Error {
  override readonly name = 'AssertionFailed';
}

export function assert(condition: unknown, sentence: string): asserts condition {
  if (!condition) throw new AssertionFailed(sentence);
}

export function present<T>(value: T | null | undefined, sentence: string): T {
  assert(value !== null && value !== undefined, sentence);
  return value;
}

/**
 * An error with a message of ours that contains no data of users, so the log may show it. Of other errors it shows only the
 * class.
 */
export class OwnError extends Error {
  override readonly name: string = 'OwnError';
}
