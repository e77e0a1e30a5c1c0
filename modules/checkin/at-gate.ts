import { loginBefore } from '#modules/accounts/index.ts';
import type { Tx } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';

/** A logged-in user or a registered device. */
export type AtGate = {
  eventId: number;
  /** Null: a device. */
  userId: number | null;
  deviceId: number | null;
  /** Name for records of a device; null: the name in the request. */
  deviceName: string | null;
  /** Time of login; null when unknown. */
  since: Instant | null;
  mayHandOut: boolean;
};

/**
 * The earliest login that may have made the upload. A session that ended earlier may have left records on the device.
 * Null when unknown.
 */
export async function loggedInSince(
  tx: Tx,
  { userId, since }: Pick<AtGate, 'userId' | 'since'>,
  at: Instant,
): Promise<Instant | null> {
  if (since === null || userId === null || at >= since) return since;
  return (await loginBefore(tx, userId, at)) ?? since;
}
