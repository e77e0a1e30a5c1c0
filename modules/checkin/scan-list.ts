import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { participantsOfEvent } from '#modules/orders/index.ts';
import type { Reader } from '#src/platform/database.ts';
import type { Signer } from '#src/platform/signer.ts';
import type { Scan } from './rules/scan-result.ts';
import { scans } from './schema.ts';
import { ticketCodeOf } from './ticket-code-of.ts';

export type ListedTicket = {
  participantId: number;
  /** SHA-256 of the ticket's QR text, hex. A lost phone with this list cannot make tickets. */
  codeHash: string;
  firstName: string;
  lastName: string;
  competitionTitle: string;
  teamName: string | null;
  admitted: Scan | null;
};

/** Every ticket that is let in at this event, for the devices that check while they are offline. */
export async function scanListOf(reader: Reader, signer: Signer, eventId: number): Promise<ListedTicket[]> {
  const counting = await reader
    .select({ participantId: scans.participantId, device: scans.device, scannedAt: scans.scannedAt })
    .from(scans)
    .where(and(eq(scans.eventId, eventId), eq(scans.admitted, true)));
  const admitted = new Map(counting.map(({ participantId, ...scan }) => [participantId, scan]));
  const participants = await participantsOfEvent(reader, eventId);
  return participants.map((participant) => ({
    participantId: participant.id,
    codeHash: createHash('sha256')
      .update(ticketCodeOf(signer, eventId, participant.id))
      .digest('hex'),
    firstName: participant.firstName,
    lastName: participant.lastName,
    competitionTitle: participant.competitionTitle,
    teamName: participant.teamName,
    admitted: admitted.get(participant.id) ?? null,
  }));
}
