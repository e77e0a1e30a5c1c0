import { seconds } from '#src/kernel/time.ts';
import type { Deps } from '#src/platform/http.ts';
import { isOpenAttempt, newestAttempt } from './attempts.ts';
import { settleAttempt } from './settle-attempt.ts';

/**
 * Somebody wants to know where the payment stands. The provider does not want to be asked all the time, so the pause
 * between two questions grows with each: a second, two, three … up to a minute.
 */
export async function askWhenAllowed(deps: Deps, orderId: number): Promise<void> {
  const attempt = await newestAttempt(deps.read, orderId);
  if (!attempt || !isOpenAttempt(attempt) || attempt.token === null) return;
  const pause = Math.min(seconds(60), seconds(1) * attempt.asks);
  if (attempt.askedAt !== null && deps.clock() < attempt.askedAt + pause) return;
  await settleAttempt(deps, attempt.id);
}
