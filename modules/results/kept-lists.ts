import { seconds } from '#src/kernel/time.ts';
import type { Deps } from '#src/platform/deps.ts';

/**
 * Lists that very many look at and that take a moment to make, in the memory of the process. One is made anew when its key
 * is another one (whatever the module itself changes gives another version), and when it is so old: what happens to
 * orders and people meanwhile is seen by then.
 */
const keptForMs = seconds(5);
const mostKept = 60;

type Kept = { until: number; list: Promise<unknown> };
const kept = new WeakMap<object, Map<string, Kept>>();

export function keptList<T>(
  { read, clock }: Pick<Deps, 'read' | 'clock'>,
  key: string,
  make: () => Promise<T>,
): Promise<T> {
  const lists = kept.get(read) ?? new Map<string, Kept>();
  kept.set(read, lists);
  const known = lists.get(key);
  const now = clock();
  if (known && known.until > now) return known.list as Promise<T>;
  lists.delete(key);
  if (lists.size >= mostKept) lists.delete(lists.keys().next().value as string);
  const list = make();
  const entry = { until: now + keptForMs, list };
  lists.set(key, entry);
  list.catch(() => {
    if (lists.get(key) === entry) lists.delete(key);
  });
  return list;
}

/** So many rows are read before others get their turn. */
export const rowsAPiece = 2000;
