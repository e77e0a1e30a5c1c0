import { and, desc, eq, inArray, isNotNull, lte, or, sql } from 'drizzle-orm';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Write } from '#src/data/work.ts';
import { type Instant, instant, plus, seconds } from '#src/kernel/time.ts';
import { paymentAttempts } from '../schema.ts';

export type Attempt = typeof paymentAttempts.$inferSelect;

/** The lease is renewed every few seconds, so that another process soon takes over from a dead one. */
export const leaseMs = seconds(15);

const isOpen = inArray(paymentAttempts.status, ['pending', 'authorized']);

export const isOpenAttempt = ({ status }: Pick<Attempt, 'status'>): boolean =>
  status === 'pending' || status === 'authorized';

/** The newest attempt through the provider. */
export async function newestAttempt(reader: Reader | Tx, orderId: number): Promise<Attempt | null> {
  const [attempt] = await reader
    .select()
    .from(paymentAttempts)
    .where(and(eq(paymentAttempts.orderId, orderId), isNotNull(paymentAttempts.secret)))
    .orderBy(desc(paymentAttempts.id))
    .limit(1);
  return attempt ?? null;
}

export async function attemptBySecret(reader: Reader, secret: string): Promise<Attempt | null> {
  const [attempt] = await reader.select().from(paymentAttempts).where(eq(paymentAttempts.secret, secret));
  return attempt ?? null;
}

export async function attemptById(reader: Reader | Tx, id: number): Promise<Attempt | null> {
  const [attempt] = await reader.select().from(paymentAttempts).where(eq(paymentAttempts.id, id));
  return attempt ?? null;
}

/** Attempts due for a status request, longest waiting first. */
export const dueAttempts = (reader: Reader, now: Instant, most: number): Promise<{ id: number }[]> =>
  reader
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(and(isNotNull(paymentAttempts.nextAskAt), lte(paymentAttempts.nextAskAt, now), isOpen))
    .orderBy(paymentAttempts.nextAskAt)
    .limit(most);

/**
 * Leases an open attempt; null when it is settled or leased by another process. Until it is released, the job retries
 * as soon as the lease ends.
 */
export const leaseAttempt = (write: Write, id: number): Promise<Attempt | null> =>
  write(async ({ tx, now }) => {
    const [attempt] = await tx
      .update(paymentAttempts)
      .set({
        leasedUntil: plus(now, leaseMs),
        nextAskAt: plus(now, leaseMs),
        askedAt: now,
        asks: sql`${paymentAttempts.asks} + 1`,
      })
      .where(
        and(
          eq(paymentAttempts.id, id),
          isOpen,
          or(sql`${paymentAttempts.leasedUntil} is null`, lte(paymentAttempts.leasedUntil, now)),
        ),
      )
      .returning();
    return attempt ?? null;
  });

/** Renews the lease while the provider responds slowly. */
export const renewLease = (write: Write, id: number): Promise<unknown> =>
  write(({ tx, now }) =>
    tx
      .update(paymentAttempts)
      .set({ leasedUntil: plus(now, leaseMs), nextAskAt: unlessNotified(plus(now, leaseMs)) })
      .where(and(eq(paymentAttempts.id, id), isOpen)),
  );

/** A notification received during the lease is not lost: it causes another request at once. */
export const unlessNotified = (at: Instant) =>
  sql<Instant>`case when next_ask_at < leased_until then next_ask_at else ${at} end`;

/** Updates and releases an open attempt; false when it was settled meanwhile. */
export async function changeAttempt(
  tx: Tx,
  id: number,
  change: Parameters<ReturnType<typeof tx.update<typeof paymentAttempts>>['set']>[0],
): Promise<boolean> {
  const changed = await tx
    .update(paymentAttempts)
    .set({ leasedUntil: null, ...change })
    .where(and(eq(paymentAttempts.id, id), isOpen))
    .returning({ id: paymentAttempts.id });
  return changed.length > 0;
}

/** Whether another attempt of the order is authorized and not captured. */
export async function hasOtherAuthorized(tx: Tx, { id, orderId }: Attempt): Promise<boolean> {
  const [other] = await tx
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.orderId, orderId),
        eq(paymentAttempts.status, 'authorized'),
        sql`${paymentAttempts.id} <> ${id}`,
        isNotNull(paymentAttempts.secret),
      ),
    )
    .limit(1);
  return other !== undefined;
}

const minute = 60_000;
/** The provider answers status requests for 24 h, and for 120 h while a payment is pending. */
export const lastAskMs = 120 * 60 * minute;

/**
 * Next status request for an attempt without notification: soon after its page expires, then ever more rarely. The
 * provider does not want to be polled.
 */
export function nextAskOf(attempt: Pick<Attempt, 'createdAt' | 'pageUntil' | 'asks'>, now: Instant): Instant {
  const pageOver = plus(attempt.pageUntil ?? plus(attempt.createdAt, 60 * minute), minute);
  if (now < pageOver) return pageOver;
  const age = now - attempt.createdAt;
  const pause = age < 3 * 60 * minute ? 30 * minute : age < 24 * 60 * minute ? 5 * 60 * minute : 20 * 60 * minute;
  return instant(now + pause);
}
