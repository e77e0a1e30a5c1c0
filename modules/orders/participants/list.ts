import { asc, desc, inArray, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Reader } from '#src/data/database.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { type Found, findIds, inSequence } from '#src/web/list/find.ts';
import { byName } from '#src/web/list/name-order.ts';
import { type ListField, type ListQuery, type ListQuestion, listQueryOf, questionOf } from '#src/web/list/query.ts';
import { type Events, indexOrders, ofEvents, queriedEvents, searched } from '../order-search.ts';
import { ordersOf } from '../read.ts';
import { orderStatuses } from '../rules/order-state.ts';
import { eachField } from '../rules/participant.ts';
import { orders, participantArticles, participants, teams } from '../schema.ts';
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

const ofOrder = (column: SQL.Aliased | (typeof orders)['status' | 'orderDate']) =>
  sql`(select ${column} from ${orders} where ${orders.id} = ${participants.orderId})`;
const fields: Readonly<Record<string, ListField>> = {
  id: { column: participants.id, kind: 'number' },
  orderId: { column: participants.orderId, kind: 'number' },
  eventId: { column: participants.eventId, kind: 'number' },
  competitionId: { column: participants.competitionId, kind: 'number' },
  competitionPriceId: { column: participants.competitionPriceId, kind: 'number' },
  teamId: { column: participants.teamId, kind: 'number' },
  ...eachField((name) => ({ column: participants[name], kind: 'text' as const })),
  rrBib: { column: participants.rrBib, kind: 'text' },
  articleId: {
    column: participantArticles.articleId,
    kind: 'number',
    many: { id: participants.id, reference: participantArticles.participantId },
  },
  /** Holds a place: the order is not canceled. */
  live: { column: participants.live, kind: 'boolean' },
  teamName: {
    column: sql`(select ${teams.teamName} from ${teams} where ${teams.id} = ${participants.teamId})`,
    kind: 'text',
  },
  competitionTitle: {
    column: sql`(select title from competitions where competitions.id = ${participants.competitionId})`,
    kind: 'text',
  },
  status: { column: ofOrder(orders.status), kind: 'text' },
  orderStatus: { column: ofOrder(orders.status), kind: 'text' },
  orderDate: { column: ofOrder(orders.orderDate), kind: 'instant' },
};

export const participantListQuery = listQueryOf(fields, ['formField.{fieldId}']);

/** `formField.12` is what somebody said in that field. */
function fieldOf(name: string): ListField | undefined {
  const id = /^formField\.(\d{1,15})$/.exec(name)?.[1];
  if (!id) return Object.hasOwn(fields, name) ? fields[name] : undefined;
  const column = sql`(select value from participant_fields where participant_id = ${participants.id} and field_id = ${Number(id)})`;
  return { column, kind: 'text' };
}

const sequence = [...byName(participants.lastName, participants.firstName), asc(participants.id)];
export const newestFirst = [desc(participants.id)];

/** Everybody who was ever booked at these events, canceled orders too; a search finds whom it names. */
export async function findPeople(
  shop: Pick<Deps, 'read' | 'write'>,
  asked: ListQuestion,
  seen: Events,
  more: { also?: SQL | undefined; forPage?: boolean; order?: readonly SQL[] } = {},
): Promise<Found> {
  const { question, events } = queriedEvents(asked, seen);
  const source = {
    id: participants.id,
    fields: fieldOf,
    scope: ofEvents(participants.eventId, events),
    search: (q: string) => searched(participants, q, events),
    order: more.order ?? sequence,
    indexed: ['live'],
  };
  if (question.q !== '') await indexOrders(shop);
  return findIds(shop.read, source, question, more);
}

/** The same by a query of the API, by name unless asked otherwise. */
export async function listParticipants(
  shop: Pick<Deps, 'read' | 'write'>,
  query: ListQuery,
  seen: Events,
): Promise<{ count: number; rows: Row[] }> {
  const { count, ids } = await findPeople(shop, questionOf(query), seen);
  return { count, rows: await listedParticipants(shop.read, ids) };
}

/** In the sequence of `ids`; unknown ones are left out. */
export async function listedParticipants(reader: Reader, ids: readonly number[]): Promise<Row[]> {
  const found = await reader
    .selectDistinct({ orderId: participants.orderId })
    .from(participants)
    .where(inArray(participants.id, [...ids]));
  const rows: Row[] = [];
  for (const order of await ordersOf(
    reader,
    found.map(({ orderId }) => orderId),
  )) {
    const { id: orderId, orderNumber, status: orderStatus, eventId, event } = order;
    const shared = { orderId, orderNumber, orderStatus, eventId, eventTitle: event.title };
    for (const { title: competitionTitle, teams: ofCompetition } of order.competitions) {
      for (const { teamId, teamName, participants: members } of ofCompetition) {
        const more = { ...shared, competitionTitle, teamId, teamName };
        rows.push(...members.map((person) => ({ ...participantShape(person), ...more })));
      }
    }
  }
  return inSequence(ids, rows, ({ id }) => id);
}
