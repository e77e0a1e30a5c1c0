/** Moves `id` up (-1) or down (1); at the edge, or for an unknown id, nothing moves. */
export function movedBy(ids: readonly number[], id: number, places: -1 | 1): number[] {
  const at = ids.indexOf(id);
  const to = at + places;
  if (at < 0 || to < 0 || to >= ids.length) return [...ids];
  const rest = ids.filter((each) => each !== id);
  return [...rest.slice(0, to), id, ...rest.slice(to)];
}

export const isArrangementOf = (known: readonly number[], ids: readonly number[]): boolean =>
  ids.length === known.length && new Set(ids).size === ids.length && ids.every((id) => known.includes(id));
