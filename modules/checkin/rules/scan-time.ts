import { days, type Instant, zoneOffset } from '#src/kernel/time.ts';

/**
 * Numbers are handed out up to two days before the first day, and the last participants finish a day after the last.
 */
const daysBefore = 2;
const daysAfter = 1;

export type ScanTimes = {
  timeZone: string;
  /** Begin and end of the event and its competitions. */
  moments: readonly Instant[];
  /** Null when unknown. */
  loggedInAt: Instant | null;
};

/**
 * Whether the scan time is possible: within the days of the event in its time zone, with a margin, and after the login.
 * Device clocks can be wrong or forged.
 */
export function isBelievableScan(scannedAt: Instant, { timeZone, moments, loggedInAt }: ScanTimes): boolean {
  if (loggedInAt !== null && scannedAt < loggedInAt) return false;
  const dayOf = (at: number): number => Math.floor((at + zoneOffset(at, timeZone)) / days(1));
  const day = dayOf(scannedAt);
  return day >= dayOf(Math.min(...moments)) - daysBefore && day <= dayOf(Math.max(...moments)) + daysAfter;
}
