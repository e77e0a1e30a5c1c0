import { and, eq, inArray } from 'drizzle-orm';
import { instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { paymentAttempts } from '../schema.ts';
import { attemptBySecret, isOpenAttempt } from './attempts.ts';
import { freeAsks, mayAskFrom } from './payment-status.ts';

/**
 * Handles the provider's notification. It proves nothing, so it only schedules a status request by the job; repeated
 * calls are followed up ever more rarely. Settled attempts and unknown addresses are ignored.
 */
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
