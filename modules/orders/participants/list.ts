import { and, asc, count, eq, inArray, or, sql } from 'drizzle-orm';
import * as z from 'zod';
import { present } from '#src/kernel/assert.ts';
import type { Reader } from '#src/platform/database.ts';
import { contains, type ListFields, type ListQuery, listSql } from '#src/platform/list-query.ts';
import { ordersOf } from '../read.ts';
import { orderStatuses } from '../rules/order-state.ts';
import { orders, participants, teams } from '../schema.ts';
import { participantShape, participantShapeSchema } from '../shapes.ts';

/** A booked participant with what somebody who looks at many of them has to know of the order. */
export const listedParticipantSchema = participantShapeSchema.extend({
  eventId: z.int(),
  eventTitle: z.string(),
  competitionTitle: z.string(),
  teamId: z.int(),
  teamName: z.string().nullable(),
  orderId: z.int(),
  orderNumber: z.string(),
  orderStatus: z.enum(orderStatuses),
});
type Row = z.infer<typeof listedParticipantSchema>;

const fields: ListFields = {
  id: { column: participants.id, kind: 'number' },
  orderId: { column: participants.orderId, kind: 'number' },
  eventId: { column: participants.eventId, kind: 'number' },
  competitionId: { column: participants.competitionId, kind: 'number' },
  competitionPriceId: { column: participants.competitionPriceId, kind: 'number' },
  teamId: { column: participants.teamId, kind: 'number' },
  teamName: { column: teams.teamName, kind: 'text' },
  firstName: { column: participants.firstName, kind: 'text' },
  lastName: { column: participants.lastName, kind: 'text' },
  email: { column: participants.email, kind: 'text' },
  birthDate: { column: participants.birthDate, kind: 'text' },
  gender: { column: participants.gender, kind: 'text' },
  nationalityCountryCode: { column: participants.nationalityCountryCode, kind: 'text' },
  rrBib: { column: participants.rrBib, kind: 'text' },
  status: { column: orders.status, kind: 'text' },
  orderStatus: { column: orders.status, kind: 'text' },
  orderDate: { column: orders.orderDate, kind: 'instant' },
};

/** Everybody who was ever booked, canceled orders too, by name unless asked otherwise. `q` looks into names and address. */
export async function listParticipants(
  reader: Reader,
  query: ListQuery,
  eventIds: readonly number[] | 'all',
): Promise<{ count: number; rows: Row[] }> {
  const { where, orderBy } = listSql(query, fields);
  const text = query.q?.trim();
  const named = sql`${participants.firstName} || ' ' || ${participants.lastName}`;
  const all = and(
    where,
    eventIds === 'all' ? undefined : inArray(participants.eventId, [...eventIds]),
    text ? or(contains(named, text), contains(participants.email, text), contains(teams.teamName, text)) : undefined,
  );
  const from = () =>
    reader
      .select({ id: participants.id, orderId: participants.orderId })
      .from(participants)
      .innerJoin(orders, eq(orders.id, participants.orderId))
      .innerJoin(teams, eq(teams.id, participants.teamId))
      .where(all);
  const [counted] = await reader
    .select({ count: count() })
    .from(participants)
    .innerJoin(orders, eq(orders.id, participants.orderId))
    .innerJoin(teams, eq(teams.id, participants.teamId))
    .where(all);
  const found = await from()
    .orderBy(
      ...(orderBy.length ? orderBy : [asc(participants.lastName), asc(participants.firstName)]),
      asc(participants.id),
    )
    .limit(query.limit)
    .offset(query.offset);
  const rows = new Map<number, Row>();
  for (const order of await ordersOf(reader, [...new Set(found.map(({ orderId }) => orderId))])) {
    for (const competition of order.competitions) {
      for (const team of competition.teams) {
        for (const person of team.participants) {
          rows.set(person.id, {
            ...participantShape(person),
            eventId: order.eventId,
            eventTitle: order.event.title,
            competitionTitle: competition.title,
            teamId: team.teamId,
            teamName: team.teamName,
            orderId: order.id,
            orderNumber: order.orderNumber,
            orderStatus: order.status,
          });
        }
      }
    }
  }
  return {
    count: counted?.count ?? 0,
    rows: found.map(({ id }) => present(rows.get(id), 'a participant is in their order')),
  };
}
