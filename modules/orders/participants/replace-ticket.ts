import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import type { AuditChange } from '../add-audit.ts';
import { ticketsReplaced } from '../rules/facts.ts';
import { participants, replacedTickets } from '../schema.ts';

export type ReplaceTicket = {
  orderId: number;
  participantIds: readonly number[];
  /** The whole order goes to somebody else, whose confirmation has the tickets of people without an address. */
  withOrder?: boolean;
};

/**
 * Ends the tickets of these people of an order: the codes let nobody in any more, wherever they are kept or printed, and
 * every link that was made with them opens nothing. Whoever hears of `order.ticketsReplaced` sends the new ones. Called
 * where a place, or the whole order, goes to somebody else. Answers the changes for the entry in the order's history.
 */
export async function replaceTicket(work: Work, input: ReplaceTicket): Promise<AuditChange[]> {
  const { orderId, participantIds, withOrder = false } = input;
  const { tx, now } = work;
  const theirs = and(eq(participants.orderId, orderId), inArray(participants.id, [...participantIds]));
  const replaced = await tx
    .update(participants)
    .set({
      ticketVersion: sql`${participants.ticketVersion} + 1`,
      linkVersion: sql`${participants.linkVersion} + 1`,
    })
    .where(theirs)
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
