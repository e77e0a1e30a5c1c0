import { and, asc, eq, inArray } from 'drizzle-orm';
import { catalogOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { organizerById } from '#modules/organizers/index.ts';
import { isPostal } from '#modules/organizers/rules/address.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { fromList, selectRows } from '#src/data/hot-statements.ts';
import { present } from '#src/kernel/assert.ts';
import { byName } from '#src/web/list/name-order.ts';
import { assembleOrders, type OrderRecord, type RowsOfOrders, sellersToAsk } from './assemble-orders.ts';
import { type OrderStatus, paidStatuses } from './rules/order-state.ts';
import {
  orderItems,
  orderProtections,
  orders,
  participantArticles,
  participantFields,
  participants,
  teams,
} from './schema.ts';

export type { OrderRecord, ParticipantRecord, TeamRecord } from './assemble-orders.ts';

export async function orderOf(reader: Reader | Tx, orderId: number): Promise<OrderRecord | null> {
  return (await ordersOf(reader, [orderId]))[0] ?? null;
}

/** The order with only this participant; an order may have hundreds. */
export async function orderOfOne(reader: Reader | Tx, orderId: number, personId: number): Promise<OrderRecord | null> {
  return (await ordersOf(reader, [orderId], personId))[0] ?? null;
}

/** In the order of `ids`, without unknown ones. `alone`: the only participant to read. */
export async function ordersOf(
  reader: Reader | Tx,
  ids: readonly number[],
  alone: number | null = null,
): Promise<OrderRecord[]> {
  if (ids.length === 0) return [];
  const rows = await rowsOfOrders(reader, ids, alone);
  const catalogs = await catalogsOf(reader, rows.orders);
  const sellers = await postalSellers(reader, sellersToAsk(rows.orders, catalogs));
  return assembleOrders(ids, rows, { catalogs, sellers });
}

async function rowsOfOrders(reader: Reader | Tx, ids: readonly number[], alone: number | null): Promise<RowsOfOrders> {
  const ofOrders = [JSON.stringify(ids)];
  const orderRows = await selectRows(reader, orders, `where id in ${fromList}`, ofOrders);
  const teamRows = await selectRows(
    reader,
    teams,
    `where order_id in ${fromList} and id = coalesce((select team_id from participants where id = ?), id)
      order by order_id, position`,
    [...ofOrders, alone],
  );
  const people = await selectRows(
    reader,
    participants,
    `where order_id in ${fromList} and id = coalesce(?, id) order by id`,
    [...ofOrders, alone],
  );
  const ofPeople = [JSON.stringify(people.map((person) => person.id))];
  const articles = await selectRows(
    reader,
    participantArticles,
    `where participant_id in ${fromList} order by id`,
    ofPeople,
  );
  const answers = await selectRows(reader, participantFields, `where participant_id in ${fromList}`, ofPeople);
  const items = await selectRows(
    reader,
    orderItems,
    `where order_id in ${fromList} order by order_id, position`,
    ofOrders,
  );
  const protections = await selectRows(reader, orderProtections, `where order_id in ${fromList}`, ofOrders);
  return { orders: orderRows, teams: teamRows, people, articles, answers, items, protections };
}

async function catalogsOf(reader: Reader | Tx, rows: RowsOfOrders['orders']): Promise<Map<number, Catalog>> {
  const catalogs = new Map<number, Catalog>();
  for (const eventId of new Set(rows.map((row) => row.eventId))) {
    catalogs.set(eventId, present(await catalogOf(reader, eventId), 'an order has an event'));
  }
  return catalogs;
}

/** Organizers with a postal address, which invoices need. */
async function postalSellers(reader: Reader | Tx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const postal = new Set<number>();
  for (const id of new Set(ids)) if (isPostal((await organizerById(reader, id))?.address ?? null)) postal.add(id);
  return postal;
}

export type ListedParticipant = {
  id: number;
  firstName: string;
  lastName: string;
  competitionId: number;
  competitionTitle: string;
  teamName: string | null;
  orderId: number;
  orderStatus: OrderStatus;
  ticketVersion: number;
  rrBib: string | null;
  club: string | null;
};

const listed = {
  id: participants.id,
  firstName: participants.firstName,
  lastName: participants.lastName,
  competitionId: participants.competitionId,
  teamName: teams.teamName,
  orderId: participants.orderId,
  orderStatus: orders.status,
  ticketVersion: participants.ticketVersion,
  rrBib: participants.rrBib,
  club: participants.club,
};

/** Live participants of paid orders, for scanners; `alsoUnpaid`: for the desk. */
export async function participantsOfEvent(
  reader: Reader | Tx,
  eventId: number,
  { alsoUnpaid = false } = {},
): Promise<ListedParticipant[]> {
  const catalog = await catalogOf(reader, eventId);
  const titles = new Map(catalog?.competitions.map((competition) => [competition.id, competition.title]));
  const rows = await reader
    .select(listed)
    .from(participants)
    .innerJoin(orders, eq(orders.id, participants.orderId))
    .innerJoin(teams, eq(teams.id, participants.teamId))
    .where(
      and(
        eq(participants.eventId, eventId),
        eq(participants.live, true),
        inArray(orders.status, [...paidStatuses, ...(alsoUnpaid ? (['pending'] as const) : [])]),
      ),
    )
    .orderBy(...byName(participants.lastName, participants.firstName), asc(participants.id));
  return rows.map((row) => ({ ...row, competitionTitle: titles.get(row.competitionId) ?? '' }));
}

export type TicketParticipant = Omit<ListedParticipant, 'competitionTitle'> & {
  eventId: number;
  email: string | null;
  live: boolean;
};

export async function participantStates(
  reader: Reader | Tx,
  ids: readonly number[],
): Promise<Map<number, { orderId: number; live: boolean; linkVersion: number }>> {
  const { id, orderId, live, linkVersion } = participants;
  const rows = await reader
    .select({ id, orderId, live, linkVersion })
    .from(participants)
    .where(inArray(id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}

/** One participant for a gate check, by one statement. */
export async function participantForTicket(
  reader: Reader | Tx,
  participantId: number,
): Promise<TicketParticipant | null> {
  const [row] = await reader
    .select({ ...listed, eventId: participants.eventId, email: participants.email, live: participants.live })
    .from(participants)
    .innerJoin(orders, eq(orders.id, participants.orderId))
    .innerJoin(teams, eq(teams.id, participants.teamId))
    .where(eq(participants.id, participantId));
  return row ?? null;
}
