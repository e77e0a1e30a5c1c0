/** The answer at the gate; the scanner page decides offline with the very same function. */
export type ScanResult = 'SCAN_SUCCESS' | 'ALREADY_SCANNED' | 'NOT_FOUND';

/**
 * One scan as a device sends it; `scannedAt` in epoch milliseconds by the device's clock. `believed: false`: it cannot
 * have been then (`scan-time.ts`).
 */
export type Scan = { device: string; scannedAt: number; believed?: boolean };

export type ScannedTicket = {
  /** The MAC fits this event and participant. */
  macIsRight: boolean;
  orderStatus: 'pending' | 'complete' | 'shipped' | 'canceled';
  /** The scan that counts so far. */
  admitted: Scan | null;
  /** An admission was taken back after this scan was made, or this very one: it lets nobody in any more. */
  isTakenBack?: boolean;
};

export type ScanDecision = {
  result: ScanResult;
  /** The scan that counts from now on; null when nobody is admitted. */
  admitted: Scan | null;
  /** Admitted before by a later scan that has now lost its place: that device is to be told. */
  displaced: Scan | null;
};

const isBelieved = ({ believed = true }: Scan): boolean => believed;

/** A time that is not believed wins against no believed one; among themselves the earlier counts, as it does at a rehearsal. */
const isBefore = (scan: Scan, admitted: Scan): boolean =>
  isBelieved(scan) === isBelieved(admitted) ? scan.scannedAt < admitted.scannedAt : isBelieved(scan);

const isSame = (one: Scan, other: Scan) => one.device === other.device && one.scannedAt === other.scannedAt;

/** Whether a scan was made before its ticket became good again. Of a time that cannot be nobody knows. */
export const isBeforeTakenBack = (scan: Scan, takenBackAt: number | null): boolean =>
  takenBackAt !== null && isBelieved(scan) && scan.scannedAt <= takenBackAt;

/**
 * The earlier `scannedAt` wins, whichever upload came first, so that two devices without a network agree afterwards. At
 * the very same moment the first upload keeps its place. A repeated upload of the scan that counts succeeds again,
 * because its answer may have been lost on the way.
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
