import { asc, inArray, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { present } from '#src/kernel/assert.ts';
import type { Reader } from '#src/platform/database.ts';
import { type ListFields, type ListQuery, listSql } from '#src/platform/list-query.ts';
import { ordersOf } from '../read.ts';
import { orderStatuses } from '../rules/order-state.ts';
import { eachField } from '../rules/participant.ts';
import { orders, participants, teams } from '../schema.ts';
import { participantShape, participantShapeSchema } from '../shapes.ts';
import { byName, findPeople, type PeopleQuestion } from './find-people.ts';

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
  ...eachField((name) => ({ column: participants[name], kind: 'text' as const })),
  rrBib: { column: participants.rrBib, kind: 'text' },
  /** Holds a place: the order is not canceled. */
  live: { column: participants.live, kind: 'boolean' },
};
/** Fields of what belongs to a participant. */
const joinedFields: ListFields = {
  teamName: { column: teams.teamName, kind: 'text' },
  competitionTitle: {
    column: sql`(select title from competitions where competitions.id = ${participants.competitionId})`,
    kind: 'text',
  },
  status: { column: orders.status, kind: 'text' },
  orderStatus: { column: orders.status, kind: 'text' },
  orderDate: { column: orders.orderDate, kind: 'instant' },
};

type Asked = { field?: string };
/** `formField.12` is what somebody said in that field. */
function fieldsOf(query: ListQuery): { fields: ListFields; joins: boolean } {
  let named: Asked[] = [];
  try {
    named = [query.filter, query.order].flatMap((text) => [JSON.parse(text || '[]')].flat() as Asked[]);
  } catch {
    // It is refused where the query is read.
  }
  const names = named.map((asked) => String(asked?.field));
  const answers = names.flatMap((name) => {
    const id = /^formField\.(\d{1,15})$/.exec(name)?.[1];
    const column = sql`(select value from participant_fields where participant_id = ${participants.id} and field_id = ${Number(id)})`;
    return id ? [[name, { column, kind: 'text' as const }]] : [];
  });
  return {
    fields: { ...fields, ...joinedFields, ...Object.fromEntries(answers) },
    joins: names.some((name) => Object.hasOwn(joinedFields, name)),
  };
}

/** What of the participants a list query asks for. */
export function peopleQuestion(
  query: ListQuery,
  events: readonly number[] | 'all',
  { countTo = Infinity, first = byName }: { countTo?: number; first?: readonly SQL[] } = {},
): PeopleQuestion {
  const { fields: known, joins } = fieldsOf(query);
  const { where, orderBy } = listSql(query, known);
  const sequence = orderBy.length > 0 ? [...orderBy, asc(participants.id)] : first;
  return { query, events, where, orderBy: sequence, joins, countTo };
}

/**
 * Everybody who was ever booked, canceled orders too, by name unless asked otherwise. `q` finds by the beginnings of
 * names, address of mail and team, by start number, order number and payment reference.
 */
export async function listParticipants(
  reader: Reader,
  query: ListQuery,
  eventIds: readonly number[] | 'all',
): Promise<{ count: number; rows: Row[] }> {
  const { count, ids } = await findPeople(reader, peopleQuestion(query, eventIds));
  const found = await reader
    .select({ id: participants.id, orderId: participants.orderId })
    .from(participants)
    .where(inArray(participants.id, ids));
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
  return { count, rows: ids.map((id) => present(rows.get(id), 'a participant is in their order')) };
}
