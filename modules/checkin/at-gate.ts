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
