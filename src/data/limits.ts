// Our own: tries are counted in the database, so that several processes share them and a refused login can give one
// back.

import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { Problem, refuse } from '#src/kernel/problem.ts';
import { type Instant, instant } from '#src/kernel/time.ts';
import type { Reader } from './database.ts';
import { ready } from './hot-statements.ts';
import { limitCounters } from './schema.ts';
import type { Work } from './work.ts';

/** `most` times in `windowMs`. Limits of a network address are multiplied by LIMIT_FACTOR, those of an account are not. */
export type Limit = { name: string; most: number; windowMs: number; per: 'address' | 'account' };

/**
 * A household of IPv6 has a /64. Most providers give it a /56 as well, and a /48 is easily rented, so both count beside
 * each /64, with larger numbers: in a mobile network the neighbors are other people.
 */
const widerNetworks = [
  { bits: 56, factor: 4 },
  { bits: 48, factor: 16 },
];

/** How often it may happen; where the factor is 0 nothing of an address is counted. */
function maxOf({ per, most }: Limit, limitFactor: number): number {
  if (per === 'account') return most;
  return limitFactor === 0 ? Number.POSITIVE_INFINITY : Math.ceil(most * limitFactor);
}

/** One limit and whom it is about. */
export type Counted = {
  limit: Limit;
  key: string;
  /** How many at once; one when left out. */
  times?: number;
  /** What a refusal names as `details.reason`. */
  reason?: string;
};
type Counter = { key: string; windowStart: Instant; expiresAt: Instant; most: number; times: number; reason?: string };

/** The counters of this moment: one, and of an IPv6 network the wider ones too. None where nothing is counted. */
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

/** `2001:db8:0:12ab::/64` lies in `2001:db8:0:1200::/56` and `2001:db8:0:0::/48`; anything but a /64 lies in none. */
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

/**
 * Counts one try of `key`.
 * @throws Problem TOO_MANY_REQUESTS with `details.retryAfterSeconds`.
 */
export const countTry = (work: Work, limit: Limit, key: string, limitFactor: number): Promise<void> =>
  countAtOnce(work, [{ limit, key }], limitFactor);

const upsert = (rows: number): string =>
  `insert into limit_counters (key, window_start, count, expires_at) values ${Array(rows).fill('(?, ?, ?, ?)').join(', ')}
  on conflict (key, window_start) do update set count = count + excluded.count returning key, count`;

/** Adds one to a counter that limits nothing. @returns how often it was counted in its window */
export async function countIn(
  { tx }: Work,
  { key, windowStart, expiresAt }: { key: string; windowStart: Instant; expiresAt: Instant },
): Promise<number> {
  const [row] = await tx.all<{ count: number }>(ready(upsert(1), [key, windowStart, 1, expiresAt]));
  return row?.count ?? 0;
}

/**
 * Counts against all of these in one statement, in the transaction of what they limit: what is refused, for whatever
 * reason, has counted nothing.
 * @throws Problem TOO_MANY_REQUESTS with `details.retryAfterSeconds`, and the `details.reason` of the first that is full
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

/** The same for work that goes on without what it limits: false, and nothing is counted, where one of them is full. */
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
 * Asks without counting: for tries of which only the failed ones count, each by `countTry` in a write of its own. Answers
 * how many are left, at least one.
 * @throws Problem TOO_MANY_REQUESTS with `details.retryAfterSeconds` when all tries of the window are used up.
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

/** Takes one try of the current window back, because it turned out to be an honest one. */
export async function giveBackTry(work: Work, limit: Limit, key: string): Promise<void> {
  for (const counter of countersOf({ limit, key }, 1, work.now)) {
    await work.tx
      .update(limitCounters)
      .set({ count: sql`${limitCounters.count} - 1` })
      .where(and(isCounter(counter), gt(limitCounters.count, 0)));
  }
}

/** Counters whose window is over. */
export async function forgetOldCounters(work: Work): Promise<void> {
  await work.tx.delete(limitCounters).where(lt(limitCounters.expiresAt, work.now));
}
