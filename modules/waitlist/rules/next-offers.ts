/** Somebody in line, with how many places they wait for. */
export type Waiting = { id: number; places: number };

/**
 * Who is offered places when so many are free: in the order of the line, everybody whose wish still fits. Whoever waits for
 * more than there is keeps their position and is passed over, so that a team of ten is no gate for all behind it; what
 * nobody's wish fits stays kept for the line, and whoever wants just that much joins it and has it at once.
 */
export function nextOffers<T extends Waiting>(free: number, line: readonly T[]): T[] {
  let left = free;
  return line.filter(({ places }) => {
    if (places > left) return false;
    left -= places;
    return true;
  });
}
