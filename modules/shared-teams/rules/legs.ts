/** Legs as an organizer writes them in one line: "Swim, Bike, Run". */
export const maxLegs = 20;
export const legsOf = (line: string): string[] =>
  line
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

/** Swaps a place with its neighbor; unchanged at either end. */
export function movedPlace<T extends { id: number }>(places: readonly T[], id: number, by: -1 | 1): T[] {
  const at = places.findIndex((place) => place.id === id);
  const [moved, other] = [places[at], places[at + by]];
  if (!moved || !other) return [...places];
  return places.map((place) => (place === moved ? other : place === other ? moved : place));
}
