import type { Instant } from '#src/kernel/time.ts';

/** Who scans or hands out: somebody with a login, or a device that an organizer handed out. */
export type AtGate = {
  eventId: number;
  /** null: a device. */
  userId: number | null;
  deviceId: number | null;
  /** How a device is called in what it records, whatever it says itself; null: as the body says. */
  deviceName: string | null;
  /** Since when it is logged in; null when that is not known. */
  since: Instant | null;
  mayHandOut: boolean;
};
