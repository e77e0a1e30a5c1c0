import { minutes, seconds } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { latestAudit } from './read-starters.ts';

/** Cache of large public lists, by version of the module's data. Orders and people are checked after this time. */
const looksAfterMs = seconds(5);
const longestMs = minutes(5);
const maxCached = 60;

type CachedList = { looksAt: number; until: number; mark: Promise<number>; list: Promise<unknown> };
const caches = new WeakMap<object, Map<string, CachedList>>();

export async function cachedList<T>(
  { read, clock }: Pick<Deps, 'read' | 'clock'>,
  key: string,
  make: () => Promise<T>,
): Promise<T> {
  const lists = caches.get(read) ?? new Map<string, CachedList>();
  caches.set(read, lists);
  const known = lists.get(key);
  const now = clock();
  if (known && known.looksAt > now) return known.list as Promise<T>;
  const mark = latestAudit(read);
  if (known && known.until > now && (await mark) === (await known.mark)) {
    known.looksAt = now + looksAfterMs;
    return known.list as Promise<T>;
  }
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

export const rowsPerChunk = 2000;
