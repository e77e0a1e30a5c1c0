import { and, eq, inArray } from 'drizzle-orm';
import { instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { paymentAttempts } from '../schema.ts';
import { attemptBySecret, isOpenAttempt } from './attempts.ts';
import { freeAsks, mayAskFrom } from './payment-status.ts';

/**
 * The provider's server called. That proves nothing and needs no answer but a quick one: the try is put in front of the
 * job, which asks; whoever calls again and again is answered and heard ever more rarely. For one that is settled, or an
 * address that nobody made, nothing happens.
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
