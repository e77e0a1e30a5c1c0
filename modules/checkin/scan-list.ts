import { createHash } from 'node:crypto';
import { and, eq, isNotNull, max } from 'drizzle-orm';
import { type ListedParticipant, participantsOfEvent, replacedTicketsOf } from '#modules/orders/index.ts';
import type { Signer } from '#src/access/signer.ts';
import type { Reader } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Scan } from './rules/scan-result.ts';
import { scans } from './schema.ts';
import { earlierTicketCodes, ticketCodeOf } from './ticket-code-of.ts';

export type ListedTicket = {
  participantId: number;
  /** SHA-256 of the ticket's QR text, hex. A lost phone with this list cannot make tickets. */
  codeHash: string;
  /** The same of its codes of before the installation's secret was changed, which are good as well. */
  earlierCodeHashes: string[];
  firstName: string;
  lastName: string;
  competitionTitle: string;
  teamName: string | null;
  /** The start number, once there is one. */
  bib: string | null;
  admitted: Scan | null;
  /** Until when scans of it count no more, because an admission was taken back. */
  takenBackAt: Instant | null;
  /** Hashes of the codes that this ticket had before, and until when. */
  replaced: { codeHash: string; replacedAt: Instant }[];
};

/** Every ticket that is let in at this event, for the devices that check while they are offline. */
export const scanListOf = async (reader: Reader, signer: Signer, eventId: number): Promise<ListedTicket[]> =>
  await ticketsOfPeople(reader, signer, eventId, await participantsOfEvent(reader, eventId));

/** The same of these people of the event. */
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
