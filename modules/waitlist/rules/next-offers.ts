export type Waiting = { id: number; places: number };

/**
 * Entries to offer `free` places to, in order. Entries that do not fit keep their position and are passed over, so
 * that a team of ten blocks nobody. What is left stays held for the list.
 */
export function nextOffers<T extends Waiting>(free: number, line: readonly T[]): T[] {
  let left = free;
  return line.filter(({ places }) => {
    if (places > left) return false;
    left -= places;
    return true;
  });
}
