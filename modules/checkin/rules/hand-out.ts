import type { Scan } from './scan-result.ts';

export type HandOutResult = 'HANDED_OUT' | 'ALREADY_HANDED_OUT' | 'TAKEN_BACK' | 'NOT_FOUND';

/** A revoked hand-out does not count. */
export type HandOut = Scan & { takenBackAt: number | null };

const isBelieved = ({ believed = true }: Scan): boolean => believed;

/** Possible times only, so that offline devices agree in the end. With equal times the first in the list counts. */
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
