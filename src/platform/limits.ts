// Our own: tries are counted in the database, so that several processes share them and a refused login can give one
// back.

import { and, eq, gt, lt, sql } from 'drizzle-orm';
import { refuse } from '#src/kernel/problem.ts';
import { type Instant, instant } from '#src/kernel/time.ts';
import type { Reader } from './database.ts';
import { limitCounters } from './schema.ts';
import type { Work } from './work.ts';

/** `most` times in `windowMs`. Limits of a network address are multiplied by LIMIT_FACTOR, those of an account are not. */
export type Limit = { name: string; most: number; windowMs: number; per: 'address' | 'account' };

/** How often it may happen; where the factor is 0 nothing of an address is counted. */
function mostOf({ per, most }: Limit, limitFactor: number): number {
  if (per === 'account') return most;
  return limitFactor === 0 ? Number.POSITIVE_INFINITY : Math.ceil(most * limitFactor);
}

/** The counter of this moment. */
function counterOf(limit: Limit, key: string, now: Instant) {
  const windowStart = instant(now - (now % limit.windowMs));
  return { key: `${limit.name}|${key}`, windowStart, expiresAt: instant(windowStart + limit.windowMs) };
}
type Counter = ReturnType<typeof counterOf>;

const isCounter = ({ key, windowStart }: Counter) =>
  and(eq(limitCounters.key, key), eq(limitCounters.windowStart, windowStart));

const tooMany = ({ expiresAt }: Counter, now: Instant): never =>
  refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.max(1, Math.ceil((expiresAt - now) / 1000)) });

/**
 * Counts one try of `key`.
 * @throws Problem TOO_MANY_REQUESTS with `details.retryAfterSeconds`.
 */
export async function countTry(work: Work, limit: Limit, key: string, limitFactor: number): Promise<void> {
  const most = mostOf(limit, limitFactor);
  if (most === Number.POSITIVE_INFINITY) return;
  const counter = counterOf(limit, key, work.now);
  const [row] = await work.tx
    .insert(limitCounters)
    .values({ ...counter, count: 1 })
    .onConflictDoUpdate({
      target: [limitCounters.key, limitCounters.windowStart],
      set: { count: sql`${limitCounters.count} + 1` },
    })
    .returning({ count: limitCounters.count });
  if (row && row.count > most) tooMany(counter, work.now);
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
  const most = mostOf(limit, limitFactor);
  if (most === Number.POSITIVE_INFINITY) return most;
  const counter = counterOf(limit, key, now);
  const [row] = await reader.select({ count: limitCounters.count }).from(limitCounters).where(isCounter(counter));
  const left = most - (row?.count ?? 0);
  return left > 0 ? left : tooMany(counter, now);
}

/** Takes one try of the current window back, because it turned out to be an honest one. */
export async function giveBackTry(work: Work, limit: Limit, key: string): Promise<void> {
  await work.tx
    .update(limitCounters)
    .set({ count: sql`${limitCounters.count} - 1` })
    .where(and(isCounter(counterOf(limit, key, work.now)), gt(limitCounters.count, 0)));
}

/** Counters whose window is over. */
export async function forgetOldCounters(work: Work): Promise<void> {
  await work.tx.delete(limitCounters).where(lt(limitCounters.expiresAt, work.now));
}
