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

/**
 * Counts one try of `key`.
 * @throws Problem TOO_MANY_REQUESTS with `details.retryAfterSeconds`.
 */
export async function countTry(work: Work, limit: Limit, key: string, limitFactor: number): Promise<void> {
  const most = limit.per === 'address' ? Math.ceil(limit.most * limitFactor) : limit.most;
  if (limit.per === 'address' && limitFactor === 0) return;
  const windowStart = instant(work.now - (work.now % limit.windowMs));
  const windowEnd = instant(windowStart + limit.windowMs);
  const [row] = await work.tx
    .insert(limitCounters)
    .values({ key: `${limit.name}|${key}`, windowStart, count: 1, expiresAt: windowEnd })
    .onConflictDoUpdate({
      target: [limitCounters.key, limitCounters.windowStart],
      set: { count: sql`${limitCounters.count} + 1` },
    })
    .returning({ count: limitCounters.count });
  if (row && row.count > most) {
    refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.max(1, Math.ceil((windowEnd - work.now) / 1000)) });
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
  const most = limit.per === 'address' ? Math.ceil(limit.most * limitFactor) : limit.most;
  if (limit.per === 'address' && limitFactor === 0) return Number.POSITIVE_INFINITY;
  const windowStart = instant(now - (now % limit.windowMs));
  const [row] = await reader
    .select({ count: limitCounters.count })
    .from(limitCounters)
    .where(and(eq(limitCounters.key, `${limit.name}|${key}`), eq(limitCounters.windowStart, windowStart)));
  if (row && row.count >= most) {
    const left = windowStart + limit.windowMs - now;
    refuse('TOO_MANY_REQUESTS', { retryAfterSeconds: Math.max(1, Math.ceil(left / 1000)) });
  }
  return most - (row?.count ?? 0);
}

/** Takes one try of the current window back, because it turned out to be an honest one. */
export async function giveBackTry(work: Work, limit: Limit, key: string): Promise<void> {
  await work.tx
    .update(limitCounters)
    .set({ count: sql`${limitCounters.count} - 1` })
    .where(
      and(
        eq(limitCounters.key, `${limit.name}|${key}`),
        eq(limitCounters.windowStart, instant(work.now - (work.now % limit.windowMs))),
        gt(limitCounters.count, 0),
      ),
    );
}

/** Counters whose window is over. */
export async function forgetOldCounters(work: Work): Promise<void> {
  await work.tx.delete(limitCounters).where(lt(limitCounters.expiresAt, work.now));
}
