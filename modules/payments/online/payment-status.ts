import { type Instant, instant, plus, seconds } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { type Attempt, isOpenAttempt, newestAttempt } from './attempts.ts';
import { settleAttempt } from './settle-attempt.ts';

/**
 * Asks the provider for the payment status on behalf of a visitor. The provider does not want to be polled, so the
 * pause grows with each request, up to a minute.
 */
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
