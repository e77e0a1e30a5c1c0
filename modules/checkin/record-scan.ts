import { and, eq } from 'drizzle-orm';
import { catalogOf } from '#modules/events/index.ts';
import { participantForTicket } from '#modules/orders/index.ts';
import { type Instant, instant } from '#src/kernel/time.ts';
import type { Signer } from '#src/platform/signer.ts';
import type { Work } from '#src/platform/work.ts';
import { decideScan, type ScannedTicket, type ScanResult } from './rules/scan-result.ts';
import { scans } from './schema.ts';
import { isOurTicket } from './ticket-code-of.ts';

export type NewScan = {
  /** The event that is checked in here; a ticket of another one is not found. */
  eventId: number;
  participantId: number;
  /** The MAC of the QR code; null when staff found the person by name, which takes the place of the proof. */
  eventSecret: string | null;
  device: string;
  /** By the device's clock. */
  scannedAt: Instant;
  scannedBy: number;
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
  /** When the scan that counts was made, of a ticket of ours. */
  admittedAt: Instant | null;
};

/**
 * Takes a scan and answers what it means. However many devices upload in whatever order, one scan of a ticket counts:
 * the earliest. Sending the same scan again changes nothing and answers the same.
 */
export async function recordScan(work: Work, signer: Signer, scan: NewScan): Promise<RecordedScan> {
  const { tx } = work;
  const { eventId, participantId, device, scannedAt } = scan;
  const participant = await participantForTicket(tx, participantId);
  if (!participant || participant.eventId !== eventId)
    return { result: 'NOT_FOUND', participant: null, admittedAt: null };
  const [counting] = await tx
    .select({ id: scans.id, device: scans.device, scannedAt: scans.scannedAt })
    .from(scans)
    .where(and(eq(scans.participantId, participantId), eq(scans.admitted, true)));
  const ticket: ScannedTicket = {
    macIsRight: scan.eventSecret === null || isOurTicket(signer, { eventId, participantId, mac: scan.eventSecret }),
    orderStatus: participant.orderStatus,
    admitted: counting ? { device: counting.device, scannedAt: counting.scannedAt } : null,
  };
  const { result, admitted, displaced } = decideScan(ticket, { device, scannedAt });
  if (result === 'NOT_FOUND') return { result, participant: null, admittedAt: null };
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
      scannedBy: scan.scannedBy,
      createdAt: work.now,
    })
    .onConflictDoUpdate({ target: [scans.participantId, scans.device, scans.scannedAt], set: { admitted: counts } });
  const { id, firstName, lastName, competitionId, teamName } = participant;
  const catalog = await catalogOf(tx, eventId);
  const competition = catalog?.competitions.find((candidate) => candidate.id === competitionId);
  return {
    result,
    participant: { id, firstName, lastName, competitionTitle: competition?.title ?? '', teamName },
    admittedAt: admitted ? instant(admitted.scannedAt) : null,
  };
}
