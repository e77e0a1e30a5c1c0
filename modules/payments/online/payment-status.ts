import { type Instant, instant, plus, seconds } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { type Attempt, isOpenAttempt, newestAttempt } from './attempts.ts';
import { settleAttempt } from './settle-attempt.ts';

/**
 * Somebody wants to know where the payment stands. The provider does not want to be asked all the time, so the pause
 * between two questions grows with each: a second, two, three … up to a minute.
 */
export async function askWhenAllowed(deps: Deps, orderId: number): Promise<void> {
  const attempt = await newestAttempt(deps.read, orderId);
  if (!attempt || !isOpenAttempt(attempt) || attempt.token === null) return;
  if (deps.clock() < mayAskFrom(attempt, 0)) return;
  await settleAttempt(deps, attempt.id);
}

/** The provider's addresses are called as often as somebody likes; so many calls are followed up without a pause. */
export const freeAsks = 6;

/**
 * From when on the provider may be asked again because somebody came by: at once for the first `free` questions, and then
 * after a pause that grows with each.
 */
export function mayAskFrom({ asks, askedAt }: Pick<Attempt, 'asks' | 'askedAt'>, free: number): Instant {
  if (askedAt === null || asks < free) return instant(0);
  return plus(askedAt, Math.min(seconds(60), seconds(1) * asks));
}
