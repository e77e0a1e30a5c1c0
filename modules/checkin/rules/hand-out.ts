import type { Scan } from './scan-result.ts';

/** What became of a hand-out that a device recorded. */
export type HandOutResult = 'HANDED_OUT' | 'ALREADY_HANDED_OUT' | 'TAKEN_BACK' | 'NOT_FOUND';

/** One hand-out as a device recorded it; taken back, it counts no more. */
export type HandOut = Scan & { takenBackAt: number | null };

const isBelieved = ({ believed = true }: Scan): boolean => believed;

/**
 * The hand-out that counts: of those that were not taken back, the earliest whose time can be, so that devices without a
 * network agree afterwards whatever came first. At the very same moment the first in the sequence does.
 */
export function countingHandOut<T extends HandOut>(all: readonly T[]): T | null {
  let counting: T | null = null;
  for (const one of all) {
    if (one.takenBackAt !== null) continue;
    const isBetter =
      counting === null ||
      (isBelieved(one) && !isBelieved(counting)) ||
      (isBelieved(one) && one.scannedAt < counting.scannedAt);
    if (isBetter) counting = one;
  }
  return counting;
}
