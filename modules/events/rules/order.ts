/** The order of records that people arrange by hand: a list of ids. */

/** With `id` one place up (-1) or down (1); at the edge, and for an unknown one, nothing moves. */
export function movedBy(ids: readonly number[], id: number, places: -1 | 1): number[] {
  const at = ids.indexOf(id);
  const to = at + places;
  if (at < 0 || to < 0 || to >= ids.length) return [...ids];
  const rest = ids.filter((each) => each !== id);
  return [...rest.slice(0, to), id, ...rest.slice(to)];
}

/** Every known id exactly once, and no other. */
export const isArrangementOf = (known: readonly number[], ids: readonly number[]): boolean =>
  ids.length === known.length && new Set(ids).size === ids.length && ids.every((id) => known.includes(id));
