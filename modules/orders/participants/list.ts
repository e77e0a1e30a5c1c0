import { asc, desc, inArray, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Reader } from '#src/data/database.ts';
import { ready } from '#src/data/hot-statements.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { useOpens } from '#src/ui/page.tsx';
import type { RecordOf } from '#src/web/answers.ts';
import { type Found, findIds, idsSql, inSequence, type ListSource } from '#src/web/list/find.ts';
import { byName } from '#src/web/list/name-order.ts';
import {
  type Condition,
  type ListField,
  type ListQuery,
  type ListQuestion,
  listQueryOf,
  type ParsedCondition,
  questionOf,
} from '#src/web/list/query.ts';
import { type Events, indexOrders, ofEvents, queriedEvents, searched } from '../order-search.ts';
import { ordersOf } from '../read.ts';
import { type OrderStatus, orderStatuses } from '../rules/order-state.ts';
import { eachField, type ParticipantData, type ParticipantField, participantFields } from '../rules/participant.ts';
import { orders, participantArticles, participants, teams } from '../schema.ts';
import { participantShapeSchema } from '../shapes.ts';
import type { Admission } from '../slots.ts';

export const listedParticipantSchema = participantShapeSchema
  .extend({
    eventId: z.int(),
    eventTitle: z.string(),
    competitionTitle: z.string(),
    teamId: z.int(),
    teamName: z.string().nullable(),
    orderId: z.int(),
    orderNumber: z.string(),
    orderStatus: z.enum(orderStatuses),
  })
  .meta({ id: 'Participant', description: 'Participant with order, team and competition' });
type Row = RecordOf<typeof listedParticipantSchema>;

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

export const participantListQuery = listQueryOf({ fields, search: searched }, ['admitted', 'formField.{fieldId}']);

/** `formField.12`: the answer to that field. */
const fieldsWith =
  (admission: Admission) =>
  (name: string): ListField | undefined => {
    // The gate's table belongs to a later module.
    if (name === 'admitted') return { column: admission.isAdmitted(sql`${participants.id}`, true), kind: 'boolean' };
    const id = /^formField\.(\d{1,15})$/.exec(name)?.[1];
    if (!id) return Object.hasOwn(fields, name) ? fields[name] : undefined;
    const column = sql`(select value from participant_fields where participant_id = ${participants.id} and field_id = ${Number(id)})`;
    return { column, kind: 'text' };
  };

const sequence = [...byName(participants.lastName, participants.firstName), asc(participants.id)];
export const newestFirst = [desc(participants.id)];

function peopleIn<Q extends { conditions: readonly Condition[] }>(listQuestion: Q, seen: Events, admission: Admission) {
  const { question, events } = queriedEvents(listQuestion, seen);
  const source: ListSource = {
    id: participants.id,
    fields: fieldsWith(admission),
    scope: ofEvents(participants.eventId, events),
    search: (q: string) => searched(participants, q, events),
    order: sequence,
    indexed: ['live'],
  };
  return { question, source };
}

/** People of one event, as their list selects them. */
export type PeopleSelection = { conditions: ParsedCondition[]; q: string };

/** SQL condition: this participant is in the selection. @throws Problem VALIDATION_FAILED */
export function inSelection(
  participantId: SQL,
  eventId: number,
  selection: PeopleSelection,
  admission: Admission,
): SQL {
  const { question, source } = peopleIn(selection, [eventId], admission);
  // A search runs once for all people; other conditions look at one person's row.
  const one = selection.q === '' ? sql`${participants.id} = ${participantId}` : undefined;
  return sql`${participantId} in (${idsSql(source, question, one)})`;
}

/** All participants of these events, canceled ones included, filtered by search and query. */
export async function findPeople(
  shop: Pick<Deps, 'read' | 'write' | 'admission'>,
  listQuestion: ListQuestion,
  seen: Events,
  more: { also?: SQL | undefined; forPage?: boolean; order?: readonly SQL[] } = {},
): Promise<Found> {
  const { question, source } = peopleIn(listQuestion, seen, shop.admission);
  if (question.q !== '') await indexOrders(shop);
  return findIds(shop.read, { ...source, order: more.order ?? sequence }, question, more);
}

export async function listParticipants(
  shop: Pick<Deps, 'read' | 'write' | 'admission'>,
  query: ListQuery,
  seen: Events,
): Promise<{ count: number; rows: Row[] }> {
  const { count, ids } = await findPeople(shop, questionOf(query), seen);
  return { count, rows: await listedParticipants(shop.read, ids) };
}

/** In the order of `ids`; unknown ones are left out. */
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
        for (const person of members) rows.push({ ...person, ...more });
      }
    }
  }
  return inSequence(ids, rows, ({ id }) => id);
}

export type ListedPerson = ParticipantData & {
  id: number;
  orderId: number;
  rrBib: string | null;
  competition: string;
  competitionId: number;
  eventTitle: string;
  teamName: string | null;
  orderStatus: OrderStatus;
  orderDate: number;
  timeZone: string;
  /** Stored answers by form field. */
  answers: ReadonlyMap<number, string>;
  /** For example `2 × Laufshirt, M`. */
  articles: string[];
};

/** Select list in the record's names: `p.first_name firstName, …`. */
const sqlFields = (names: readonly ParticipantField[] = participantFields, alias = ''): string =>
  names.map((name) => `${alias}${participants[name].name} ${name}`).join(', ');

const people = `select p.id, p.order_id orderId, ${sqlFields(participantFields, 'p.')}, p.rr_bib rrBib, c.title competition, c.id competitionId,
    e.title eventTitle,
    t.team_name teamName, o.status orderStatus, o.order_date orderDate, e.time_zone timeZone
  from participants p join orders o on o.id = p.order_id join teams t on t.id = p.team_id
    join competitions c on c.id = p.competition_id join events e on e.id = p.event_id
  where p.id in (select value from json_each(?))`;
const answers = `select participant_id id, field_id fieldId, value from participant_fields
  where participant_id in (select value from json_each(?))`;

const articles = `select participant_id id, name, variant_name variant, quantity from participant_articles
  where participant_id in (select value from json_each(?)) order by id`;
type Ordered = { id: number; name: string; variant: string; quantity: number };

/** For example `2 × Laufshirt, M`. */
const articleText = ({ name, variant, quantity }: Ordered): string =>
  `${quantity > 1 ? `${quantity} × ` : ''}${variant ? `${name}, ${variant}` : name}`;

/** In the order of `ids`; unknown ones are left out. Three statements for any number. */
export async function listedPeople(reader: Reader, ids: readonly number[]): Promise<ListedPerson[]> {
  const list = [JSON.stringify(ids)];
  const rows = await reader.all<Omit<ListedPerson, 'answers' | 'articles'>>(ready(people, list));
  const answerRows = await reader.all<{ id: number; fieldId: number; value: string }>(ready(answers, list));
  const orderedBy = Map.groupBy(await reader.all<Ordered>(ready(articles, list)), ({ id }) => id);
  const answersByPerson = Map.groupBy(answerRows, ({ id }) => id);
  return inSequence(ids, rows, ({ id }) => id).map((person) => {
    const given = (answersByPerson.get(person.id) ?? []).map(({ fieldId, value }) => [fieldId, value] as const);
    return { ...person, answers: new Map(given), articles: (orderedBy.get(person.id) ?? []).map(articleText) };
  });
}

type Person = { id: number; orderId: number };
export const personPath = ({ id, orderId }: Person): string => `/admin/orders/${orderId}/participants/${id}`;

export function usePersonPath(): (person: Person) => string {
  const opens = useOpens();
  return (person) => (opens('get', personPath(person)) ? personPath(person) : `/admin/orders/${person.orderId}`);
}
