import { loginBefore } from '#modules/accounts/index.ts';
import type { Tx } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';

export type AtGate = {
  eventId: number;
  /** Null: a device. */
  userId: number | null;
  deviceId: number | null;
  deviceName: string | null;
  /** Time of login; null when unknown. */
  since: Instant | null;
  mayHandOut: boolean;
};

/** A session that ended earlier may have left records on the device. Null when unknown. */
export async function loggedInSince(
  tx: Tx,
  { userId, since }: Pick<AtGate, 'userId' | 'since'>,
  at: Instant,
): Promise<Instant | null> {
  if (since === null || userId === null || at >= since) return since;
  return (await loginBefore(tx, userId, at)) ?? since;
}
