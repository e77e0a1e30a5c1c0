import { and, eq, inArray, isNull, max, ne, sql } from 'drizzle-orm';
import { users } from '#modules/accounts/schema.ts';
import { competitions } from '#modules/events/schema.ts';
import { orderAudits, orders, participants } from '#modules/orders/schema.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Starter } from './rules/matching.ts';

const starterColumns = {
  id: participants.id,
  competitionId: participants.competitionId,
  bib: participants.rrBib,
  firstName: participants.firstName,
  lastName: participants.lastName,
  birthYear: sql<number | null>`cast(substr(${participants.birthDate}, 1, 4) as integer)`,
};
const holdsAPlace = and(eq(participants.live, true), ne(orders.status, 'canceled'), isNull(users.deletedAt));

export async function startersOf(reader: Reader | Tx, eventId: number): Promise<Starter[]> {
  return await reader
    .select(starterColumns)
    .from(participants)
    .innerJoin(orders, eq(orders.id, participants.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(eq(participants.eventId, eventId), holdsAPlace));
}

export async function starterOf(
  reader: Reader | Tx,
  participantId: number,
): Promise<(Starter & { eventId: number }) | null> {
  const [row] = await reader
    .select({ ...starterColumns, eventId: participants.eventId })
    .from(participants)
    .innerJoin(orders, eq(orders.id, participants.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(and(eq(participants.id, participantId), holdsAPlace));
  return row ?? null;
}

/** `gone`: participants of the event whose account is deleted; nothing of them may be stored. */
export async function participantIdsOfEvent(
  reader: Reader | Tx,
  eventId: number,
  ids: readonly number[],
): Promise<{ known: ReadonlySet<number>; erased: ReadonlySet<number> }> {
  if (ids.length === 0) return { known: new Set(), erased: new Set() };
  const found = await reader
    .select({ id: participants.id, deletedAt: users.deletedAt })
    .from(participants)
    .innerJoin(orders, eq(orders.id, participants.orderId))
    .innerJoin(users, eq(users.id, orders.userId))
    .where(
      and(
        eq(participants.eventId, eventId),
        sql`${participants.id} in (select value from json_each(${JSON.stringify(ids)}))`,
      ),
    );
  const erased = found.filter(({ deletedAt }) => deletedAt !== null);
  return { known: new Set(found.map(({ id }) => id)), erased: new Set(erased.map(({ id }) => id)) };
}
export async function ordersOfParticipants(
  reader: Reader | Tx,
  eventId: number,
  ids: readonly number[],
): Promise<{ id: number; orderId: number; eventId: number }[]> {
  return await reader
    .select({ id: participants.id, orderId: participants.orderId, eventId: participants.eventId })
    .from(participants)
    .where(
      and(
        eq(participants.eventId, eventId),
        sql`${participants.id} in (select value from json_each(${JSON.stringify(ids)}))`,
      ),
    );
}
export async function competitionIdsOfEvent(reader: Reader | Tx, eventId: number): Promise<ReadonlySet<number>> {
  const found = await reader
    .select({ id: competitions.id })
    .from(competitions)
    .where(eq(competitions.eventId, eventId));
  return new Set(found.map(({ id }) => id));
}

export async function participantIdsOfBuyer(reader: Reader | Tx, userId: number): Promise<number[]> {
  const found = await reader
    .select({ id: participants.id })
    .from(participants)
    .where(
      inArray(participants.orderId, reader.select({ id: orders.id }).from(orders).where(eq(orders.userId, userId))),
    );
  return found.map(({ id }) => id);
}

export async function eventIdsOfBuyer(reader: Reader | Tx, userId: number): Promise<number[]> {
  const found = await reader.selectDistinct({ id: orders.eventId }).from(orders).where(eq(orders.userId, userId));
  return found.map(({ id }) => id);
}

export async function latestAudit(reader: Reader): Promise<number> {
  const [row] = await reader.select({ id: max(orderAudits.id) }).from(orderAudits);
  return row?.id ?? 0;
}
