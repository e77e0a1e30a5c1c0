export type Collector = { young(): void; all(): void };

let collector: Collector | null = null;

/** Sets the runtime's collector; without one the runtime decides alone. */
export function collectBy(given: Collector): void {
  collector = given;
}

/**
 * A quick collection of recent garbage, for works that make hundreds of megabytes: left alone, a runtime lets it grow several
 * times.
 */
export const collectYoung = (): void => collector?.young();

/** A full collection, which blocks the thread for up to a tenth of a second. */
export const collectAll = (): void => collector?.all();
