import { and, eq, inArray } from 'drizzle-orm';
import type { Deps } from '#src/platform/http.ts';
import { paymentAttempts } from '../schema.ts';
import { attemptBySecret, isOpenAttempt } from './attempts.ts';

/**
 * The provider's server called. That proves nothing and needs no answer but a quick one: the try is put in front of the
 * job, which asks. For one that is settled, or an address that nobody made, nothing happens.
 */
export async function noteNotification(deps: Deps, secret: string): Promise<void> {
  const attempt = await attemptBySecret(deps.read, secret);
  if (!attempt || !isOpenAttempt(attempt)) return;
  await deps.write(({ tx, now }) =>
    tx
      .update(paymentAttempts)
      .set({ nextAskAt: now })
      .where(and(eq(paymentAttempts.id, attempt.id), inArray(paymentAttempts.status, ['pending', 'authorized']))),
  );
  deps.wake('settle-payments');
}
