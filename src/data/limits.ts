// Our own: tries are counted in the database, so that processes share them and a refused login can return one.

import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { Problem, refuse } from '#src/kernel/problem.ts';
import { type Instant, instant } from '#src/kernel/time.ts';
import type { Reader } from './database.ts';
import { ready } from './hot-statements.ts';
import { limitCounters } from './schema.ts';
import type { Work } from './work.ts';

/** LIMIT_FACTOR multiplies limits per network, not those per account. */
export type Limit = { name: string; most: number; windowMs: number; per: 'address' | 'account' };

/**
 * A household has an IPv6 /64, most providers assign a /56, and a /48 is easily rented. So both count beside the /64, with larger
 * limits, because mobile networks share them.
 */
const widerNetworks = [
  { bits: 56, factor: 4 },
  { bits: 48, factor: 16 },
];

/** The maximum of a limit; a factor of 0 disables limits per network. */
function maxOf({ per, most }: Limit, limitFactor: number): number {
  if (per === 'account') return most;
  return limitFactor === 0 ? Number.POSITIVE_INFINITY : Math.ceil(most * limitFactor);
}

export type Counted = {
  limit: Limit;
  key: string;
  /** 1 by default. */
  times?: number;
  /** `details.reason` of the refusal. */
  reason?: string;
};
type Counter = { key: string; windowStart: Instant; expiresAt: Instant; most: number; times: number; reason?: string };

/** The counters of one try: itself and, for IPv6, the wider networks. */
function countersOf({ limit, key, times = 1, reason }: Counted, limitFactor: number, now: Instant): Counter[] {
  const most = maxOf(limit, limitFactor);
  if (most === Number.POSITIVE_INFINITY) return [];
  const windowStart = instant(now - (now % limit.windowMs));
  const window = {
    windowStart,
    expiresAt: instant(windowStart + limit.windowMs),
    times,
    ...(reason ? { reason } : {}),
  };
  return [
    { key: `${limit.name}|${key}`, most, ...window },
    ...(limit.per === 'address' ? networksAround(key) : []).map(({ network, factor }) => ({
      ...{ key: `${limit.name}|${network}`, most: most * factor },
      ...window,
    })),
  ];
}

/** `2001:db8:0:12ab::/64` is in `2001:db8:0:1200::/56` and `2001:db8:0:0::/48`; other keys have no wider network. */
function networksAround(key: string): { network: string; factor: number }[] {
  const [, front, last = ''] = /^((?:[\da-f]+:){3})([\da-f]+)::\/64$/i.exec(key) ?? [];
  if (front === undefined) return [];
  return widerNetworks.map(({ bits, factor }) => {
    const group = Number.parseInt(last, 16) & (0xffff << (64 - bits));
    return { network: `${front}${group.toString(16)}::/${bits}`, factor };
  });
}

const isCounter = ({ key, windowStart }: Counter) =>
  and(eq(limitCounters.key, key), eq(limitCounters.windowStart, windowStart));

const tooMany = ({ expiresAt, reason }: Counter, now: Instant): never =>
  refuse('TOO_MANY_REQUESTS', {
    retryAfterSeconds: Math.max(1, Math.ceil((expiresAt - now) / 1000)),
    ...(reason ? { reason } : {}),
  });

/** Counts one try of `key`. @throws Problem TOO_MANY_REQUESTS with `details.retryAfterSeconds`. */
export const countTry = (work: Work, limit: Limit, key: string, limitFactor: number): Promise<void> =>
  countAtOnce(work, [{ limit, key }], limitFactor);

const upsert = (rows: number): string =>
  `insert into limit_counters (key, window_start, count, expires_at) values ${Array(rows).fill('(?, ?, ?, ?)').join(', ')}
  on conflict (key, window_start) do update set count = count + excluded.count returning key, count`;

/** Counts without a limit. @returns the count in its window */
export async function countIn(
  { tx }: Work,
  { key, windowStart, expiresAt }: { key: string; windowStart: Instant; expiresAt: Instant },
): Promise<number> {
  const [row] = await tx.all<{ count: number }>(ready(upsert(1), [key, windowStart, 1, expiresAt]));
  return row?.count ?? 0;
}

/**
 * Counts against all limits in one statement, in the transaction of the limited work: a refused work counts nothing.
 * @throws Problem TOO_MANY_REQUESTS with `details.retryAfterSeconds` and the `details.reason` of the first full limit
 */
export async function countAtOnce(work: Work, counted: readonly Counted[], limitFactor: number): Promise<void> {
  const counters = counted.flatMap((each) => countersOf(each, limitFactor, work.now));
  if (counters.length === 0) return;
  const values = counters.flatMap(({ key, windowStart, times, expiresAt }) => [key, windowStart, times, expiresAt]);
  const rows = await work.tx.all<{ key: string; count: number }>(ready(upsert(counters.length), values));
  const countOf = new Map(rows.map(({ key, count }) => [key, count]));
  const full = counters.find(({ key, most }) => (countOf.get(key) ?? 0) > most);
  if (full) tooMany(full, work.now);
}

/** Like `countAtOnce`, but returns false instead of throwing. */
export async function hasRoomFor(work: Work, counted: readonly Counted[], limitFactor: number): Promise<boolean> {
  try {
    await countAtOnce(work, counted, limitFactor);
    return true;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    for (const { limit, key } of counted) await giveBackTry(work, limit, key);
    return false;
  }
}

/**
 * Checks without counting, for limits that count only failures by `countTry`. Returns the remaining tries, at least one.
 * @throws Problem TOO_MANY_REQUESTS with `details.retryAfterSeconds` when none is left
 */
export async function requireTriesLeft(
  reader: Reader,
  limit: Limit,
  key: string,
  limitFactor: number,
  now: Instant,
): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (const counter of countersOf({ limit, key }, limitFactor, now)) {
    const [row] = await reader.select({ count: limitCounters.count }).from(limitCounters).where(isCounter(counter));
    const left = counter.most - (row?.count ?? 0);
    least = Math.min(least, left > 0 ? left : tooMany(counter, now));
  }
  return least;
}

/** Returns one try of the current window, because it was legitimate. */
export async function giveBackTry(work: Work, limit: Limit, key: string): Promise<void> {
  for (const counter of countersOf({ limit, key }, 1, work.now)) {
    await work.tx
      .update(limitCounters)
      .set({ count: sql`${limitCounters.count} - 1` })
      .where(and(isCounter(counter), gt(limitCounters.count, 0)));
  }
}

export async function forgetOldCounters(work: Work): Promise<void> {
  await work.tx.delete(limitCounters).where(lt(limitCounters.expiresAt, work.now));
}
