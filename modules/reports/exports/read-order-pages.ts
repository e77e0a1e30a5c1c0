import { and, count, eq, gte, inArray, lt } from 'drizzle-orm';
import type { Address } from '#modules/accounts/rules/address.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { OrderItem } from '#modules/orders/rules/order-item.ts';
import { isPaidStatus, type OrderStatus, orderStatuses } from '#modules/orders/rules/order-state.ts';
import type { ParticipantData } from '#modules/orders/rules/participant.ts';
import { orders } from '#modules/orders/schema.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { ready } from '#src/data/hot-statements.ts';
import type { Cents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';
import { type DaySpan, type InstantSpan, instantsOf } from '../rules/days.ts';
import type { ExportKind } from '../rules/export-kinds.ts';

export type OrderQuery = { eventId: number; span: InstantSpan; statuses: readonly OrderStatus[] };

export type PersonOfOrder = ParticipantData & {
  id: number;
  competition: string;
  teamName: string | null;
  /** Position in a shared team, from 1; only if wanted. */
  legPosition?: number | null;
  /** Start wave and its start; only if wanted. */
  wave?: string | null;
  waveStart?: Instant | null;
  rrBib: string | null;
  ticketPrice: Cents;
  chargedPrice: Cents;
  answers: { fieldId: number; value: string }[];
  articles: { articleId: number; name: string; variantName: string; quantity: number }[];
};

export type ExportedOrder = {
  id: number;
  orderDate: Instant;
  status: OrderStatus;
  language: string;
  email: string;
  totalPrice: Cents;
  paid: Cents;
  refunded: Cents;
  paymentMethod: string | null;
  paidAt: Instant | null;
  canceledAt: Instant | null;
  contactAddress?: Address | null;
  deliveryAddress?: Address | null;
  invoiceAddress?: Address | null;
  people: PersonOfOrder[];
  lines: OrderItem[];
};

export async function countQueriedOrders(
  reader: Reader | Tx,
  { eventId, span, statuses }: OrderQuery,
): Promise<number> {
  const [row] = await reader
    .select({ n: count() })
    .from(orders)
    .where(
      and(
        eq(orders.eventId, eventId),
        span.from === null ? undefined : gte(orders.orderDate, span.from),
        span.to === null ? undefined : lt(orders.orderDate, span.to),
        inArray(orders.status, [...statuses]),
      ),
    );
  return row?.n ?? 0;
}

/** Orders per query, so that others wait for milliseconds only. */
const pageSize = 200;
const eternity = 8.64e15;

/** Data that the export has columns for; the rest is not read. */
export type WantedColumns = { answers: boolean; lines: boolean; addresses: boolean; legs: boolean; waves?: boolean };
/** A wave of a former competition does not count. */
const ofWave = (column: string): string => `(select w.${column} from participant_waves pw
  join participants r on r.id = pw.participant_id
  join start_waves w on w.id = pw.wave_id and w.competition_id = r.competition_id where pw.participant_id = p.id)`;
const only = (isWanted: boolean): string => (isWanted ? '' : "case when 1 then json('[]') else ");
const end = (isWanted: boolean): string => (isWanted ? '' : ' end');

/**
 * One JSON text per order, because the driver's cost grows with the number of values. The plus keeps SQLite from
 * sorting all orders for each page.
 */
const page = ({
  answers,
  lines,
  addresses,
  legs,
  waves,
}: WantedColumns): string => `select json_object('id', o.id, 'orderDate', o.order_date, 'status', o.status, 'language', o.language,
    'email', (select u.email from users u where u.id = o.user_id), 'totalPrice', o.total_cents,
    'paid', (select coalesce(sum(l.amount_cents), 0) from ledger_entries l where l.order_id = o.id and l.kind = 'payment'),
    'refunded', (select coalesce(sum(l.amount_cents), 0) from ledger_entries l where l.order_id = o.id and l.kind = 'refund'),
    'paymentMethod', o.payment_method, 'paidAt', o.paid_at, 'canceledAt', o.canceled_at,
    ${addresses ? `'contactAddress', json(o.contact_address), 'deliveryAddress', json(o.delivery_address), 'invoiceAddress', json(o.invoice_address),` : ''}
    'people', json((select json_group_array(json_object('id', p.id, 'competition', p.title, 'teamName', p.team_name,
        'rrBib', p.rr_bib, 'firstName', p.first_name, 'lastName', p.last_name, 'email', p.email, 'birthDate', p.birth_date,
        'gender', p.gender, 'nationalityCountryCode', p.nationality_country_code, 'club', p.club,
        'ticketPrice', p.ticket_cents, 'chargedPrice', p.charged_cents,
        ${legs ? `'legPosition', (select min(s.position) from shared_team_places s where s.participant_id = p.id),` : ''}
        ${waves ? `'wave', ${ofWave('title')}, 'waveStart', ${ofWave('starts_at')},` : ''}
        'answers', ${only(answers)}json((select json_group_array(json_object('fieldId', f.field_id, 'value', f.value))
          from participant_fields f where f.participant_id = p.id))${end(answers)},
        'articles', ${only(answers)}json((select json_group_array(json_object('articleId', a.article_id, 'name', a.name,
            'variantName', a.variant_name, 'quantity', a.quantity))
          from participant_articles a where a.participant_id = p.id))${end(answers)}))
      from (select q.id, q.rr_bib, q.first_name, q.last_name, q.email, q.birth_date, q.gender, q.nationality_country_code, q.club,
          q.ticket_cents, q.charged_cents, t.team_name, c.title from participants q join teams t on t.id = q.team_id
        join competitions c on c.id = q.competition_id where q.order_id = o.id order by t.position, q.id) p)),
    'lines', ${only(lines)}json((select json_group_array(json_object('kind', i.kind, 'name', i.name, 'code', i.code, 'amount', i.amount,
        'price', i.price_cents, 'priceBeforeTax', i.price_before_tax_cents, 'priceTotal', i.price_total_cents,
        'vat', i.vat_basis_points))
      from (select * from order_items where order_id = o.id order by position) i))${end(lines)}) json
  from orders o
  where o.event_id = ? and (o.order_date, o.id) > (?, ?) and o.order_date < ?
    and +o.status in (select value from json_each(?))
  order by o.order_date, o.id limit ?`;

/**
 * Orders page by page, oldest first. Each page starts after the last order (keyset), so that concurrent orders neither
 * double nor hide one.
 */
export async function* orderPages(
  reader: Reader,
  { eventId, span, statuses }: OrderQuery,
  wanted: WantedColumns,
): AsyncGenerator<ExportedOrder[]> {
  const statement = page(wanted);
  let after = { orderDate: span.from ?? -eternity, id: 0 };
  for (;;) {
    const values = [eventId, after.orderDate, after.id, span.to ?? eternity, JSON.stringify(statuses), pageSize];
    const rows = await reader.all<{ json: string }>(ready(statement, values));
    const found = rows.map(({ json }) => JSON.parse(json) as ExportedOrder);
    if (found.length > 0) yield found;
    const last = found.at(-1);
    if (!last || found.length < pageSize) return;
    after = last;
  }
}

/** Exports of starters and newsletter recipients contain paid orders only; all others contain every status. */
const ofPaid: readonly ExportKind[] = ['lvs', 'race-fields', 'forNewsletter'];

/** Days in the event's time zone. */
export const queriedOrders = ({ event }: Catalog, request: DaySpan & { kind: ExportKind }): OrderQuery => ({
  eventId: event.id,
  span: instantsOf(request, event.timeZone),
  statuses: ofPaid.includes(request.kind) ? orderStatuses.filter(isPaidStatus) : orderStatuses,
});
