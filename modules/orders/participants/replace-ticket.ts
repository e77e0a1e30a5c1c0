import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { AuditChange } from '../add-audit.ts';
import { ticketsReplaced } from '../rules/facts.ts';
import { participants, replacedTickets } from '../schema.ts';

export type ReplaceTicket = {
  orderId: number;
  participantIds: readonly number[];
  /** The whole order moves; its confirmation has the tickets of participants without an address. */
  withOrder?: boolean;
};

/**
 * Invalidates the tickets of these participants and all links made with them. Listeners of `order.ticketsReplaced` send
 * new ones. Used when a place or order changes hands. Returns the changes for the history.
 */
export async function replaceTicket(work: Work, input: ReplaceTicket): Promise<AuditChange[]> {
  const { orderId, participantIds, withOrder = false } = input;
  const { tx, now } = work;
  const selected = and(eq(participants.orderId, orderId), inArray(participants.id, [...participantIds]));
  const replaced = await tx
    .update(participants)
    .set({
      ticketVersion: sql`${participants.ticketVersion} + 1`,
      linkVersion: sql`${participants.linkVersion} + 1`,
    })
    .where(selected)
    .returning({ id: participants.id, version: participants.ticketVersion });
  if (replaced.length === 0) return [];
  await tx
    .insert(replacedTickets)
    .values(replaced.map(({ id, version }) => ({ participantId: id, version: version - 1, replacedAt: now })));
  await work.announce(ticketsReplaced({ orderId, participantIds: replaced.map(({ id }) => id), withOrder }));
  return replaced.map(({ id, version }) => ({
    participantId: id,
    field: 'ticketVersion',
    before: String(version),
    after: String(version + 1),
  }));
}

export type ReplacedTicket = { participantId: number; version: number; replacedAt: Instant };

/** Replaced tickets of an event, for offline scanners. */
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

/** When this ticket version was replaced; null: it is valid. */
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

/** Whether the ticket was replaced after this time; earlier consent then concerns another person. */
export async function isReplacedSince(reader: Reader | Tx, participantId: number, since: Instant): Promise<boolean> {
  const { replacedAt } = replacedTickets;
  const isLater = and(eq(replacedTickets.participantId, participantId), gt(replacedAt, since));
  return (await reader.select({ replacedAt }).from(replacedTickets).where(isLater).limit(1)).length > 0;
}
