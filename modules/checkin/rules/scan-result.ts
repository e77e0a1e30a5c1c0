import { days, type Instant, zoneOffset } from '#src/kernel/time.ts';

/** Result at the gate. The scanner page decides offline with the same function. */
export type ScanResult = 'SCAN_SUCCESS' | 'ALREADY_SCANNED' | 'NOT_FOUND';

/** `scannedAt`: epoch milliseconds by the device's clock. `believed: false`: an impossible time (`scan-time.ts`). */
export type Scan = { device: string; scannedAt: number; believed?: boolean };

export type ScannedTicket = {
  /** The MAC fits this event and participant. */
  macIsRight: boolean;
  orderStatus: 'pending' | 'complete' | 'shipped' | 'canceled';
  admitted: Scan | null;
  /** The admission, or this scan, was revoked after the scan was made. */
  isTakenBack?: boolean;
};

export type ScanDecision = {
  result: ScanResult;
  /** The scan that counts from now on; null when the ticket was not admitted. */
  admitted: Scan | null;
  /** A later scan that counted until now: its device must be told. */
  displaced: Scan | null;
};

const isBelieved = ({ believed = true }: Scan): boolean => believed;

/** An impossible time never wins against a possible one. Two impossible times compare as usual, as at a rehearsal. */
const isBefore = (scan: Scan, admitted: Scan): boolean =>
  isBelieved(scan) === isBelieved(admitted) ? scan.scannedAt < admitted.scannedAt : isBelieved(scan);

const isSame = (one: Scan, other: Scan) => one.device === other.device && one.scannedAt === other.scannedAt;

/** Whether a scan was made before its admission was revoked. Unknown for an impossible time. */
export const isBeforeTakenBack = (scan: Scan, takenBackAt: number | null): boolean =>
  takenBackAt !== null && isBelieved(scan) && scan.scannedAt <= takenBackAt;

/**
 * The earlier `scannedAt` wins in any order of upload, so that offline devices agree in the end. With equal times the
 * first upload wins. A repeated upload of the counting scan succeeds again, because its response may have been lost.
 */
export function decideScan(ticket: ScannedTicket | null, scan: Scan): ScanDecision {
  const isPaid = ticket?.orderStatus === 'complete' || ticket?.orderStatus === 'shipped';
  if (!ticket?.macIsRight || !isPaid) {
    return { result: 'NOT_FOUND', admitted: ticket?.admitted ?? null, displaced: null };
  }
  const { admitted } = ticket;
  if (ticket.isTakenBack) return { result: 'ALREADY_SCANNED', admitted, displaced: null };
  if (!admitted) return { result: 'SCAN_SUCCESS', admitted: scan, displaced: null };
  if (isSame(admitted, scan)) return { result: 'SCAN_SUCCESS', admitted, displaced: null };
  if (isBefore(scan, admitted)) return { result: 'SCAN_SUCCESS', admitted: scan, displaced: admitted };
  return { result: 'ALREADY_SCANNED', admitted, displaced: null };
}

/**
 * Numbers are handed out up to two days before the first day, and the last participants finish a day after the last.
 */
const daysBefore = 2;
const daysAfter = 1;

export type ScanTimes = {
  timeZone: string;
  moments: readonly Instant[];
  loggedInAt: Instant | null;
};

/** Within the days of the event, with a margin, and after the login. Device clocks can be wrong or forged. */
export function isBelievableScan(scannedAt: Instant, { timeZone, moments, loggedInAt }: ScanTimes): boolean {
  if (loggedInAt !== null && scannedAt < loggedInAt) return false;
  const dayOf = (at: number): number => Math.floor((at + zoneOffset(at, timeZone)) / days(1));
  const day = dayOf(scannedAt);
  return day >= dayOf(Math.min(...moments)) - daysBefore && day <= dayOf(Math.max(...moments)) + daysAfter;
}
