import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Address } from '#modules/accounts/rules/address.ts';
import { catalogOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { organizerById } from '#modules/organizers/index.ts';
import { isPostal } from '#modules/organizers/rules/address.ts';
import { present } from '#src/kernel/assert.ts';
import type { Cents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Reader, Tx } from '#src/platform/database.ts';
import { fromList, selectRows } from '#src/platform/hot-statements.ts';
import type { Locale } from '#src/platform/locale.ts';
import type { OrderItem } from './rules/order-item.ts';
import { type CancelReason, isToBeInvoiced, type OrderStatus, paidStatuses } from './rules/order-state.ts';
import { dataOf, type ParticipantData } from './rules/participant.ts';
import { type LineRight, rightOf } from './rules/withdrawal-right.ts';
import {
  orderItems,
  orderProtections,
  orders,
  participantArticles,
  participantFields,
  participants,
  teams,
} from './schema.ts';
import { mainOrganizer } from './words.ts';

export type ParticipantRecord = ParticipantData & {
  id: number;
  competitionId: number;
  competitionPriceId: number;
  localId: string;
  formFieldsSelected: { fieldId: number; value: string }[];
  ticketPrice: Cents;
  chargedPrice: Cents;
  orderedArticleVariants: {
    articleId: number;
    variantId: number;
    name: string;
    variantName: string;
    quantity: number;
    unitPrice: Cents;
    /** What vouchers took off the whole of it. */
    discount: Cents;
    participantArticleId: number;
    /** Whether one may go back on it, as it was when it was ordered. */
    withdrawalRight: LineRight;
  }[];
  rrBib: string | null;
  rrChangelink: string | null;
  /** What the signed link of the person's own page is made with. */
  linkVersion: number;
  /** What the ticket's code is made with. */
  ticketVersion: number;
};
export type TeamRecord = { teamId: number; teamName: string | null; participants: ParticipantRecord[] };

/** Everything about one order; money in cents, instants in epoch milliseconds. */
export type OrderRecord = {
  id: number;
  orderNumber: string;
  status: OrderStatus;
  orderDate: Instant;
  totalPrice: Cents;
  userId: number;
  visitId: string;
  language: Locale;
  eventId: number;
  event: Catalog['event'];
  organizers: Catalog['organizers'];
  formFields: Catalog['formFields'];
  competitions: { id: number; title: string; type: 'single' | 'team'; timestamp: Instant; teams: TeamRecord[] }[];
  orderItems: OrderItem[];
  cancellationProtections: { id: number; title: string; price: Cents }[];
  contactAddress: Address | null;
  deliveryAddress: Address | null;
  invoiceAddress: Address | null;
  paymentMethod: string | null;
  paymentMeans: string | null;
  paymentStatus: 'pending' | 'authorized' | 'completed' | 'failed' | null;
  refundStatus: 'pending' | 'completed' | 'failed' | null;
  refundedPrice: Cents;
  expiresAt: Instant | null;
  paidAt: Instant | null;
  canceledAt: Instant | null;
  cancelReason: CancelReason | null;
  /** What the signed links of the order are made with. */
  linkVersion: number;
  /** Ordered by somebody who had only typed the address; nobody has proved since that the mailbox is theirs. */
  awaitsProof: boolean;
  /** One was issued. */
  hasInvoice: boolean;
  /** There is one, or all that one takes; that it is too late for one only its call says. */
  isInvoiceable: boolean;
};

export async function orderOf(reader: Reader | Tx, orderId: number): Promise<OrderRecord | null> {
  return (await ordersOf(reader, [orderId]))[0] ?? null;
}

/** The order as if this person were alone in it: a ticket shows nobody else, and an order may have hundreds. */
export async function orderOfOne(reader: Reader | Tx, orderId: number, personId: number): Promise<OrderRecord | null> {
  return (await ordersOf(reader, [orderId], personId))[0] ?? null;
}

/**
 * Orders in the sequence of `ids`; unknown ones are left out. A handful of statements however many there are. `alone`: the
 * only person that is read.
 */
export async function ordersOf(
  reader: Reader | Tx,
  ids: readonly number[],
  alone: number | null = null,
): Promise<OrderRecord[]> {
  if (ids.length === 0) return [];
  const wanted = [...ids];
  const ofOrders = [JSON.stringify(wanted)];
  const rows = await selectRows(reader, orders, `where id in ${fromList}`, ofOrders);
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
  const articleRows = await selectRows(
    reader,
    participantArticles,
    `where participant_id in ${fromList} order by id`,
    ofPeople,
  );
  const answerRows = await selectRows(reader, participantFields, `where participant_id in ${fromList}`, ofPeople);
  const itemRows = await selectRows(
    reader,
    orderItems,
    `where order_id in ${fromList} order by order_id, position`,
    ofOrders,
  );
  const protectionRows = await selectRows(reader, orderProtections, `where order_id in ${fromList}`, ofOrders);
  const catalogs = new Map<number, Catalog>();
  for (const eventId of new Set(rows.map((row) => row.eventId))) {
    catalogs.set(eventId, present(await catalogOf(reader, eventId), 'an order has an event'));
  }

  const articlesOf = Map.groupBy(articleRows, (row) => row.participantId);
  const answersOf = Map.groupBy(answerRows, (row) => row.participantId);
  const peopleOf = Map.groupBy(people, (person) => person.teamId);
  const teamsOf = Map.groupBy(teamRows, (team) => team.orderId);
  const itemsOf = Map.groupBy(itemRows, (line) => line.orderId);
  const protectionsOf = Map.groupBy(protectionRows, (row) => row.orderId);

  const participantRecord = (person: typeof participants.$inferSelect): ParticipantRecord => ({
    id: person.id,
    competitionId: person.competitionId,
    competitionPriceId: person.competitionPriceId,
    localId: person.localId,
    ...dataOf(person),
    formFieldsSelected: (answersOf.get(person.id) ?? []).map(({ fieldId, value }) => ({ fieldId, value })),
    ticketPrice: person.ticketPrice,
    chargedPrice: person.chargedPrice,
    orderedArticleVariants: (articlesOf.get(person.id) ?? []).map(
      ({ id, participantId: _, uniqueLocalId: __, withdrawalRight, ...line }) => ({
        ...line,
        participantArticleId: id,
        withdrawalRight: withdrawalRight ?? rightOf(catalogs.get(person.eventId)?.articles ?? [], line.articleId),
      }),
    ),
    rrBib: person.rrBib,
    rrChangelink: person.rrChangelink,
    linkVersion: person.linkVersion,
    ticketVersion: person.ticketVersion,
  });

  const sellers = await postalSellers(
    reader,
    rows.flatMap((row) => {
      const { event, organizers } = present(catalogs.get(row.eventId), 'the catalogue was read above');
      return isToBeInvoiced({ ...row, event }) ? (mainOrganizer({ organizers })?.id ?? []) : [];
    }),
  );

  const record = (row: typeof orders.$inferSelect): OrderRecord => {
    const catalog = present(catalogs.get(row.eventId), 'the catalogue was read above');
    const byCompetition = Map.groupBy(teamsOf.get(row.id) ?? [], (team) => team.competitionId);
    return {
      ...row,
      orderNumber: String(row.id),
      isInvoiceable:
        row.hasInvoice || (isToBeInvoiced({ ...row, ...catalog }) && sellers.has(mainOrganizer(catalog)?.id ?? 0)),
      event: catalog.event,
      organizers: catalog.organizers,
      formFields: catalog.formFields,
      competitions: [...byCompetition].map(([id, ofCompetition]) => {
        const competition = catalog.competitions.find((candidate) => candidate.id === id);
        const { title, type, timestamp } = present(competition, 'a booked competition is never deleted');
        return {
          id,
          title,
          type,
          timestamp,
          teams: ofCompetition.map((team) => ({
            teamId: team.id,
            teamName: team.teamName,
            participants: (peopleOf.get(team.id) ?? []).map(participantRecord),
          })),
        };
      }),
      orderItems: (itemsOf.get(row.id) ?? []).map(
        ({ id: _, orderId: __, position: ___, soldByPlatform: ____, ...line }) => line,
      ),
      cancellationProtections: (protectionsOf.get(row.id) ?? []).map(({ protectionId, title, price }) => ({
        id: protectionId,
        title,
        price,
      })),
    };
  };
  const byId = new Map(rows.map((row) => [row.id, row]));
  return wanted.flatMap((id) => {
    const row = byId.get(id);
    return row ? [record(row)] : [];
  });
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

/** Everybody who may start: live participants of paid orders, for the scanner's list; `alsoUnpaid`: for the desk's. */
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
    .orderBy(asc(participants.lastName), asc(participants.firstName), asc(participants.id));
  return rows.map((row) => ({ ...row, competitionTitle: titles.get(row.competitionId) ?? '' }));
}

export type TicketParticipant = Omit<ListedParticipant, 'competitionTitle'> & {
  eventId: number;
  email: string | null;
  live: boolean;
};

/** One participant with what a gate needs to know; null when there is none. One statement. */
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

/** Of these organizers those whose address can stand on an invoice. Hardly ever there is one to be looked at. */
async function postalSellers(reader: Reader | Tx, ids: readonly number[]): Promise<ReadonlySet<number>> {
  const postal = new Set<number>();
  for (const id of new Set(ids)) if (isPostal((await organizerById(reader, id))?.address ?? null)) postal.add(id);
  return postal;
}
