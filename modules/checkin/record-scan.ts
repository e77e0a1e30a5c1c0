import { and, eq, max } from 'drizzle-orm';
import { catalogOf } from '#modules/events/index.ts';
import { holdPlace, participantForTicket, type TicketParticipant, ticketReplacedAt } from '#modules/orders/index.ts';
import type { Signer } from '#src/access/signer.ts';
import type { Tx } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import { type Instant, instant } from '#src/kernel/time.ts';
import { loggedInSince } from './at-gate.ts';
import {
  decideScan,
  isBeforeTakenBack,
  isBelievableScan,
  type Scan,
  type ScannedTicket,
  type ScanResult,
} from './rules/scan-result.ts';
import { scans } from './schema.ts';
import { versionOfCode } from './ticket-mac.ts';
import { noteTurnedAway, reasonOf } from './turn-away.ts';

export type NewScan = {
  /** Tickets of other events are not found. */
  eventId: number;
  participantId: number;
  /** MAC of the QR code; null when staff found the person by name. */
  eventSecret: string | null;
  device: string;
  /** By the clock of the device. */
  scannedAt: Instant;
  scannedBy: number | null;
  deviceId?: number | null;
  /** Login of the device; null when unknown. */
  loggedInAt: Instant | null;
};

export type ScannedParticipant = {
  id: number;
  firstName: string;
  lastName: string;
  competitionTitle: string;
  teamName: string | null;
};

export type RecordedScan = {
  result: ScanResult;
  participant: ScannedParticipant | null;
  admittedAt: Instant | null;
  /** Set when the shown ticket was replaced by another one. */
  replacedAt: Instant | null;
};

const notFound = (replacedAt: Instant | null = null): RecordedScan => ({
  result: 'NOT_FOUND',
  participant: null,
  admittedAt: null,
  replacedAt,
});

/**
 * Stores a scan and returns its result. For uploads in any order, the earliest scan of a ticket counts. Repeating a
 * scan is idempotent. An impossible time is stored and wins against none. A replaced ticket admits only by scans made
 * before the replacement. After a revoked admission only later scans count. Refusals are stored with the reason.
 */
export async function recordScan(work: Work, signer: Signer, scan: NewScan): Promise<RecordedScan> {
  const { tx } = work;
  const { eventId, participantId, device, scannedAt } = scan;
  const participant = await participantForTicket(tx, participantId);
  const catalog = await catalogOf(tx, eventId);
  const by = { eventId, userId: scan.scannedBy, deviceId: scan.deviceId ?? null };
  if (!participant || !catalog || participant.eventId !== eventId) {
    const reason = participant && isOfAnotherEvent(signer, scan, participant) ? 'foreign' : 'forged';
    if (catalog) await noteTurnedAway(work, { by, device, scannedAt, reason, participantId: null });
    return notFound();
  }
  const { event, competitions } = catalog;
  const ofCompetitions = competitions.flatMap(({ timestamp, endTimestamp }) => [timestamp, endTimestamp ?? timestamp]);
  const believed = isBelievableScan(scannedAt, {
    timeZone: event.timeZone,
    moments: [event.startTimestamp, event.endTimestamp, ...ofCompetitions],
    loggedInAt: await loggedInSince(tx, { userId: scan.scannedBy, since: scan.loggedInAt }, scannedAt),
  });
  const presented = await identifyTicket(tx, signer, scan, participant);
  const [counting] = await tx
    .select({
      id: scans.id,
      device: scans.device,
      scannedAt: scans.scannedAt,
      believed: scans.believed,
      createdAt: scans.createdAt,
    })
    .from(scans)
    .where(and(eq(scans.participantId, participantId), eq(scans.admitted, true)));
  const ticket: ScannedTicket = {
    macIsRight: presented.isOurs && (presented.replacedAt === null || (believed && scannedAt < presented.replacedAt)),
    orderStatus: participant.orderStatus,
    admitted: counting ? { device: counting.device, scannedAt: counting.scannedAt, believed: counting.believed } : null,
  };
  const made = { device, scannedAt, believed };
  const takenBackAt = await takenBackAfter(tx, participantId, made);
  const { result, admitted, displaced } = decideScan({ ...ticket, isTakenBack: takenBackAt !== null }, made);
  if (result === 'NOT_FOUND') {
    const { version } = presented;
    const about =
      version === null
        ? ({ reason: 'forged', participantId: null } as const)
        : { reason: reasonOf(participant, version), participantId };
    await noteTurnedAway(work, { by, device, scannedAt, ...about });
    return notFound(presented.replacedAt);
  }
  if (displaced && counting) await tx.update(scans).set({ admitted: false }).where(eq(scans.id, counting.id));
  const counts = admitted?.device === device && admitted.scannedAt === scannedAt;
  await tx
    .insert(scans)
    .values({
      eventId,
      participantId,
      device,
      scannedAt,
      admitted: counts,
      believed,
      scannedBy: scan.scannedBy,
      deviceId: by.deviceId,
      takenBackAt,
      createdAt: work.now,
    })
    .onConflictDoUpdate({ target: [scans.participantId, scans.device, scans.scannedAt], set: { admitted: counts } });
  if (counts) await holdPlace(work, participantId);
  const { id, firstName, lastName, competitionId, teamName } = participant;
  const competition = competitions.find((candidate) => candidate.id === competitionId);
  return {
    result,
    participant: { id, firstName, lastName, competitionTitle: competition?.title ?? '', teamName },
    // For an impossible time, the time of arrival is reported.
    admittedAt: admitted && admitted.believed === false ? (counting?.createdAt ?? work.now) : momentOf(admitted),
    replacedAt: null,
  };
}

const isOfAnotherEvent = (
  signer: Signer,
  { eventSecret }: NewScan,
  { id, eventId, ticketVersion }: TicketParticipant,
) =>
  eventSecret !== null &&
  versionOfCode(signer, { eventId, participantId: id, mac: eventSecret }, ticketVersion) !== null;

/** When the admission was revoked after this scan; null: the scan may count. */
async function takenBackAfter(tx: Tx, participantId: number, scan: Scan): Promise<Instant | null> {
  const ofTicket = eq(scans.participantId, participantId);
  const [last] = await tx
    .select({ at: max(scans.takenBackAt) })
    .from(scans)
    .where(ofTicket);
  const at = last?.at ?? null;
  if (at === null || isBeforeTakenBack(scan, at)) return at;
  const [same] = await tx
    .select({ at: scans.takenBackAt })
    .from(scans)
    .where(and(ofTicket, eq(scans.device, scan.device), eq(scans.scannedAt, instant(scan.scannedAt))));
  return same?.at ?? null;
}

const momentOf = (admitted: Scan | null): Instant | null => (admitted ? instant(admitted.scannedAt) : null);

/** Whether the MAC belongs to this ticket, and when it was replaced. A person found by name has the current ticket. */
async function identifyTicket(
  tx: Tx,
  signer: Signer,
  { eventId, participantId, eventSecret }: NewScan,
  { ticketVersion }: TicketParticipant,
): Promise<{ isOurs: boolean; version: number | null; replacedAt: Instant | null }> {
  if (eventSecret === null) return { isOurs: true, version: ticketVersion, replacedAt: null };
  const version = versionOfCode(signer, { eventId, participantId, mac: eventSecret }, ticketVersion);
  const isOld = version !== null && version < ticketVersion;
  return {
    isOurs: version !== null,
    version,
    replacedAt: isOld ? await ticketReplacedAt(tx, participantId, version) : null,
  };
}
