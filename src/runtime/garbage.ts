export type Collector = { young(): void; all(): void };

let collector: Collector | null = null;

/** Said once, by whoever knows the runtime; until then, and elsewhere, garbage is left to the runtime alone. */
export function collectBy(given: Collector): void {
  collector = given;
}

/**
 * Collects what was made a moment ago and is forgotten already, which takes some milliseconds. For works that make hundreds of
 * megabytes of such: left alone a runtime waits until there is several times as much as is needed.
 */
export const collectYoung = (): void => collector?.young();

/** Collects everything, which takes up to a tenth of a second of the thread: once or twice in a very large work. */
export const collectAll = (): void => collector?.all();
