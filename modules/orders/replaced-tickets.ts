import { and, eq, gt } from 'drizzle-orm';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';
import { participants, replacedTickets } from './schema.ts';

export type ReplacedTicket = { participantId: number; version: number; replacedAt: Instant };

/** Every ticket of an event that was replaced, for the devices that check while they are offline. */
export const replacedTicketsOf = (reader: Reader | Tx, eventId: number): PromiseLike<ReplacedTicket[]> =>
  reader
    .select({
      participantId: replacedTickets.participantId,
      version: replacedTickets.version,
      replacedAt: replacedTickets.replacedAt,
    })
    .from(participants)
    .innerJoin(replacedTickets, eq(replacedTickets.participantId, participants.id))
    .where(and(eq(participants.eventId, eventId), eq(participants.live, true)));

/** When this version of somebody's ticket was replaced; null while it is the ticket. */
export async function ticketReplacedAt(
  reader: Reader | Tx,
  participantId: number,
  version: number,
): Promise<Instant | null> {
  const [row] = await reader
    .select({ replacedAt: replacedTickets.replacedAt })
    .from(replacedTickets)
    .where(and(eq(replacedTickets.participantId, participantId), eq(replacedTickets.version, version)));
  return row?.replacedAt ?? null;
}

/** Whether somebody's ticket was replaced after this moment: what was agreed before was agreed about another person. */
export async function isReplacedSince(reader: Reader | Tx, participantId: number, since: Instant): Promise<boolean> {
  const { replacedAt } = replacedTickets;
  const isLater = and(eq(replacedTickets.participantId, participantId), gt(replacedAt, since));
  return (await reader.select({ replacedAt }).from(replacedTickets).where(isLater).limit(1)).length > 0;
}
