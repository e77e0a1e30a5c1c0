import { and, eq, inArray } from 'drizzle-orm';
import { type Instant, instant, plus, seconds } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { paymentAttempts } from '../schema.ts';
import { type Attempt, attemptBySecret, isOpenAttempt, newestAttempt } from './attempts.ts';
import { settleAttempt } from './settle-attempt.ts';

/** Asks the provider for a visitor. It does not want to be polled, so the pause grows up to a minute. */
export async function askWhenAllowed(deps: Deps, orderId: number): Promise<void> {
  const attempt = await newestAttempt(deps.read, orderId);
  if (!attempt || !isOpenAttempt(attempt) || attempt.token === null) return;
  if (deps.clock() < mayAskFrom(attempt, 0)) return;
  await settleAttempt(deps, attempt.id);
}

/** Visitors may call the return address repeatedly; this many calls are followed up without a pause. */
export const freeAsks = 6;

/** Earliest next status request: at once for the first `free` requests, then after a growing pause. */
export function mayAskFrom({ asks, askedAt }: Pick<Attempt, 'asks' | 'askedAt'>, free: number): Instant {
  if (askedAt === null || asks < free) return instant(0);
  return plus(askedAt, Math.min(seconds(60), seconds(1) * asks));
}

/** A notification proves nothing, so it only schedules a status request; repeated calls ever more rarely. */
export async function noteNotification(deps: Deps, secret: string): Promise<void> {
  const attempt = await attemptBySecret(deps.read, secret);
  if (!attempt || !isOpenAttempt(attempt)) return;
  const from = mayAskFrom(attempt, freeAsks);
  await deps.write(({ tx, now }) =>
    tx
      .update(paymentAttempts)
      .set({ nextAskAt: instant(Math.max(now, from)) })
      .where(and(eq(paymentAttempts.id, attempt.id), inArray(paymentAttempts.status, ['pending', 'authorized']))),
  );
  if (deps.clock() >= from) deps.runNow('settle-payments');
}
