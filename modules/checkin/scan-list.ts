import { createHash } from 'node:crypto';
import { and, eq, isNotNull, max } from 'drizzle-orm';
import { type ListedParticipant, participantsOfEvent, replacedTicketsOf } from '#modules/orders/index.ts';
import type { Signer } from '#src/access/signer.ts';
import type { Reader } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Scan } from './rules/scan-result.ts';
import { scans } from './schema.ts';
import { earlierTicketCodes, ticketCodeOf } from './ticket-mac.ts';

export type ListedTicket = {
  participantId: number;
  /** SHA-256 of the QR text, hex. A lost phone with this list cannot forge tickets. */
  codeHash: string;
  /** Hashes for codes made with a previous secret of the installation; they stay valid. */
  earlierCodeHashes: string[];
  firstName: string;
  lastName: string;
  competitionTitle: string;
  teamName: string | null;
  bib: string | null;
  admitted: Scan | null;
  /** Scans made before this time do not count, because the admission was revoked. */
  takenBackAt: Instant | null;
  /** Hashes of replaced codes, with the time of replacement. */
  replaced: { codeHash: string; replacedAt: Instant }[];
};

/** Valid tickets of this event for offline checks. */
export const scanListOf = async (reader: Reader, signer: Signer, eventId: number): Promise<ListedTicket[]> =>
  await ticketsOfPeople(reader, signer, eventId, await participantsOfEvent(reader, eventId));

export async function ticketsOfPeople(
  reader: Reader,
  signer: Signer,
  eventId: number,
  people: readonly ListedParticipant[],
): Promise<ListedTicket[]> {
  const counting = await reader
    .select({
      participantId: scans.participantId,
      device: scans.device,
      scannedAt: scans.scannedAt,
      believed: scans.believed,
    })
    .from(scans)
    .where(and(eq(scans.eventId, eventId), eq(scans.admitted, true)));
  const admitted = new Map(counting.map(({ participantId, ...scan }) => [participantId, scan]));
  const undone = await reader
    .select({ participantId: scans.participantId, at: max(scans.takenBackAt) })
    .from(scans)
    .where(and(eq(scans.eventId, eventId), isNotNull(scans.takenBackAt)))
    .groupBy(scans.participantId);
  const takenBack = new Map(undone.map(({ participantId, at }) => [participantId, at]));
  const replaced = Map.groupBy(await replacedTicketsOf(reader, eventId), ({ participantId }) => participantId);
  const sha256 = (code: string): string => createHash('sha256').update(code).digest('hex');
  return people.map((participant) => ({
    participantId: participant.id,
    codeHash: sha256(ticketCodeOf(signer, eventId, participant.id, participant.ticketVersion)),
    earlierCodeHashes: earlierTicketCodes(signer, eventId, participant.id, participant.ticketVersion).map(sha256),
    firstName: participant.firstName,
    lastName: participant.lastName,
    competitionTitle: participant.competitionTitle,
    teamName: participant.teamName,
    bib: participant.rrBib,
    admitted: admitted.get(participant.id) ?? null,
    takenBackAt: takenBack.get(participant.id) ?? null,
    replaced: (replaced.get(participant.id) ?? []).flatMap(({ participantId, version, replacedAt }) =>
      [
        ticketCodeOf(signer, eventId, participantId, version),
        ...earlierTicketCodes(signer, eventId, participantId, version),
      ].map((code) => ({ codeHash: sha256(code), replacedAt })),
    ),
  }));
}
