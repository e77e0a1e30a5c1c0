import { minutes, seconds } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { latestAudit } from './read-starters.ts';

/**
 * Lists that very many look at and that take a moment to make, in the memory of the process. One is made anew when its key
 * is another one (whatever the module itself changes gives another version). What happens to orders and people meanwhile is
 * seen after so long: then it is looked whether any history of orders went on, and as long as none did, the list stays.
 */
const looksAfterMs = seconds(5);
const longestMs = minutes(5);
const maxCached = 60;

type Kept = { looksAt: number; until: number; mark: Promise<number>; list: Promise<unknown> };
const kept = new WeakMap<object, Map<string, Kept>>();

export async function cachedList<T>(
  { read, clock }: Pick<Deps, 'read' | 'clock'>,
  key: string,
  make: () => Promise<T>,
): Promise<T> {
  const lists = kept.get(read) ?? new Map<string, Kept>();
  kept.set(read, lists);
  const known = lists.get(key);
  const now = clock();
  if (known && known.looksAt > now) return known.list as Promise<T>;
  const mark = latestAudit(read);
  if (known && known.until > now && (await mark) === (await known.mark)) {
    known.looksAt = now + looksAfterMs;
    return known.list as Promise<T>;
  }
  // Whoever asked at the same time made it meanwhile.
  const other = lists.get(key);
  if (other && other !== known) return other.list as Promise<T>;
  lists.delete(key);
  if (lists.size >= maxCached) lists.delete(lists.keys().next().value as string);
  const list = mark.then(make);
  const entry = { looksAt: now + looksAfterMs, until: now + longestMs, mark, list };
  lists.set(key, entry);
  list.catch(() => {
    if (lists.get(key) === entry) lists.delete(key);
  });
  return list;
}

/** So many rows are read before others get their turn. */
export const rowsAPiece = 2000;
