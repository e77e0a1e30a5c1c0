import { days, type Instant, zoneOffset } from '#src/kernel/time.ts';

/** Numbers are handed out up to two days before the event's first day, and the last ones come home a day after its last. */
const daysBefore = 2;
const daysAfter = 1;

export type ScanTimes = {
  timeZone: string;
  /** Beginnings and ends of the event and its competitions. */
  moments: readonly Instant[];
  /** When the device logged in; null when that is not known. */
  loggedInAt: Instant | null;
};

/**
 * Whether a device can have scanned a ticket then: within the days of the event in its time zone, with a margin, and not
 * before it was logged in. A device's clock can be wrong, and whoever holds a device can write any time.
 */
export function isBelievableScan(scannedAt: Instant, { timeZone, moments, loggedInAt }: ScanTimes): boolean {
  if (loggedInAt !== null && scannedAt < loggedInAt) return false;
  const dayOf = (at: number): number => Math.floor((at + zoneOffset(at, timeZone)) / days(1));
  const day = dayOf(scannedAt);
  return day >= dayOf(Math.min(...moments)) - daysBefore && day <= dayOf(Math.max(...moments)) + daysAfter;
}
