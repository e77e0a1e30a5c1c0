import type { Address } from '#modules/accounts/rules/address.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { whiteLabelOf } from '#modules/events/rules/white-label.ts';
import { present } from '#src/kernel/assert.ts';
import type { Cents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';
import { type Locale, type Translator, translatorFor } from '#src/texts/locale.ts';
import { type LineRight, type OrderItem, rightOf } from './rules/order-item.ts';
import { type CancelReason, isToBeInvoiced, type OrderStatus } from './rules/order-state.ts';
import type { ParticipantData } from './rules/participant.ts';
import type {
  orderItems,
  orderProtections,
  orders,
  participantArticles,
  participantFields,
  participants,
  teams,
} from './schema.ts';

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
    discount: Cents;
    participantArticleId: number;
    /** The right of withdrawal that applied when it was ordered. */
    withdrawalRight: LineRight;
    /** Whether the confirmation stated that right; older orders were confirmed without it. */
    wasRightStated: boolean;
  }[];
  rrBib: string | null;
  rrChangelink: string | null;
  linkVersion: number;
  ticketVersion: number;
};
export type TeamRecord = { teamId: number; teamName: string | null; participants: ParticipantRecord[] };

/** Money in cents, instants in epoch milliseconds. */
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
  /** The owner of a listed address must agree by then; nothing can be paid before. */
  memberProofUntil: Instant | null;
  paidAt: Instant | null;
  canceledAt: Instant | null;
  cancelReason: CancelReason | null;
  linkVersion: number;
  /** Ordered with an unproven email address that is still unproven. */
  awaitsProof: boolean;
  hasInvoice: boolean;
  /** Participants get no ticket mail; the buyer has all tickets. */
  ticketsWithheld: boolean;
  /** An invoice exists or all its data does; the deadline is checked elsewhere. */
  isInvoiceable: boolean;
};

export type RowsOfOrders = {
  orders: OrderRow[];
  teams: (typeof teams.$inferSelect)[];
  people: PersonRow[];
  articles: (typeof participantArticles.$inferSelect)[];
  answers: (typeof participantFields.$inferSelect)[];
  items: (typeof orderItems.$inferSelect)[];
  protections: (typeof orderProtections.$inferSelect)[];
};
type OrderRow = typeof orders.$inferSelect;
type PersonRow = typeof participants.$inferSelect;

type Catalogs = ReadonlyMap<number, Catalog>;
const catalogIn = (catalogs: Catalogs, eventId: number): Catalog =>
  present(catalogs.get(eventId), 'the catalogue of each order was read');

/** Sellers of the orders that need an invoice. */
export const sellersToAsk = (rows: readonly OrderRow[], catalogs: Catalogs): number[] =>
  rows.flatMap((row) => {
    const { event, organizers } = catalogIn(catalogs, row.eventId);
    return isToBeInvoiced({ ...row, event }) ? (mainOrganizer({ organizers })?.id ?? []) : [];
  });

type AssemblyContext = { catalogs: Catalogs; sellers: ReadonlySet<number> };

export function assembleOrders(ids: readonly number[], rows: RowsOfOrders, around: AssemblyContext): OrderRecord[] {
  const { catalogs } = around;
  const personOf = personAssembler(rows, catalogs);
  const peopleOf = Map.groupBy(rows.people, ({ teamId }) => teamId);
  const teamsOf = Map.groupBy(rows.teams, ({ orderId }) => orderId);
  const itemsOf = Map.groupBy(rows.items, ({ orderId }) => orderId);
  const protectionsOf = Map.groupBy(rows.protections, ({ orderId }) => orderId);

  const competitionsOf = (row: OrderRow, catalog: Catalog): OrderRecord['competitions'] =>
    [...Map.groupBy(teamsOf.get(row.id) ?? [], (team) => team.competitionId)].map(([id, ofCompetition]) => {
      const competition = catalog.competitions.find((candidate) => candidate.id === id);
      const { title, type, timestamp } = present(competition, 'a booked competition is never deleted');
      const recordOf = ({ id: teamId, teamName }: RowsOfOrders['teams'][number]): TeamRecord => ({
        teamId,
        teamName,
        participants: (peopleOf.get(teamId) ?? []).map(personOf),
      });
      return { id, title, type, timestamp, teams: ofCompetition.map(recordOf) };
    });

  const byId = new Map(rows.orders.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const row = byId.get(id);
    if (!row) return [];
    const catalog = catalogIn(catalogs, row.eventId);
    const { idempotencyKey: _, idempotencyBodyHash: __, takesPlaceOf: ___, ...columns } = row;
    return {
      ...columns,
      orderNumber: String(row.id),
      isInvoiceable: isInvoiceable(row, catalog, around),
      event: catalog.event,
      organizers: catalog.organizers,
      formFields: catalog.formFields,
      competitions: competitionsOf(row, catalog),
      orderItems: itemsOf.get(id) ?? [],
      cancellationProtections: (protectionsOf.get(id) ?? []).map(({ protectionId, title, price }) => ({
        id: protectionId,
        title,
        price,
      })),
    };
  });
}

const isInvoiceable = (row: OrderRow, catalog: Catalog, { sellers }: AssemblyContext): boolean =>
  row.hasInvoice || (isToBeInvoiced({ ...row, ...catalog }) && sellers.has(mainOrganizer(catalog)?.id ?? 0));

function personAssembler(
  { articles, answers }: Pick<RowsOfOrders, 'articles' | 'answers'>,
  catalogs: Catalogs,
): (person: PersonRow) => ParticipantRecord {
  const articlesOf = Map.groupBy(articles, ({ participantId }) => participantId);
  const answersOf = Map.groupBy(answers, ({ participantId }) => participantId);
  return (person) => ({
    ...person,
    formFieldsSelected: (answersOf.get(person.id) ?? []).map(({ fieldId, value }) => ({ fieldId, value })),
    orderedArticleVariants: (articlesOf.get(person.id) ?? []).map(({ id: participantArticleId, ...line }) => ({
      ...line,
      participantArticleId,
      withdrawalRight: line.withdrawalRight ?? rightOf(catalogs.get(person.eventId)?.articles ?? [], line.articleId),
      wasRightStated: line.withdrawalRight !== null,
    })),
  });
}

/** Translator in the order's language, with the event's wording and time zone. */
export const orderTranslator = (order: Pick<OrderRecord, 'language' | 'event'>, locale = order.language): Translator =>
  translatorFor(locale, order.event.useAlternateTranslation ? 'packages' : 'standard', order.event.timeZone);

export type BrandedOrder = Pick<OrderRecord, 'event' | 'organizers'>;

export const mainOrganizer = ({ organizers }: Pick<OrderRecord, 'organizers'>) =>
  organizers.find((organizer) => organizer.isMain) ?? organizers[0] ?? null;

/** The event's white label, else the product's name. */
export const brandOf = (order: BrandedOrder, i18n: Translator): string =>
  whiteLabelOf(order)?.name ?? i18n.t('ui.product.name');

/** The seller: the organizer, represented by the platform. */
export const sellerOf = (order: BrandedOrder, i18n: Translator): string =>
  mainOrganizer(order)?.name ?? brandOf(order, i18n);
