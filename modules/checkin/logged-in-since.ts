import { loginBefore } from '#modules/accounts/index.ts';
import type { Tx } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { AtGate } from './at-gate.ts';

/**
 * Since when whoever uploads it may have done it: since their login, or since an earlier one of the same account, whose end
 * had left it waiting on the device. null: it is not known.
 */
export async function loggedInSince(
  tx: Tx,
  { userId, since }: Pick<AtGate, 'userId' | 'since'>,
  at: Instant,
): Promise<Instant | null> {
  if (since === null || userId === null || at >= since) return since;
  return (await loginBefore(tx, userId, at)) ?? since;
}
