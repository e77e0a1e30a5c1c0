import { type SQL, sql } from 'drizzle-orm';
import { onlineMethods } from '#src/kernel/payment-methods.ts';
import { isCalendarDate, zonedInstant } from '#src/kernel/time.ts';
import type { ListQuery } from '#src/platform/list-query.ts';
import type { Locale } from '#src/platform/locale.ts';
import { parseDate, readCents } from '#src/ui/format.ts';
import type { Sort } from '#src/ui/table.tsx';
import { orderStatuses } from '../rules/order-state.ts';
import { orders } from '../schema.ts';

/** What one may ask the list of orders for; the same names stand in the address and in the form. */
export const orderFilters = [
  'q',
  'event',
  'competition',
  'status',
  'method',
  'paymentStatus',
  'refund',
  'from',
  'to',
  'sumFrom',
  'sumTo',
  'email',
  'language',
  'transfer',
] as const;
export type OrderFilter = (typeof orderFilters)[number];
/** Those that are always in view. */
export const frequentFilters: readonly OrderFilter[] = ['q', 'event', 'status'];

export const paymentMethods = ['bank', 'voucher', ...onlineMethods, 'none'] as const;
export const paymentStatuses = ['pending', 'authorized', 'completed', 'failed'] as const;
export const refundStatuses = ['pending', 'completed', 'failed'] as const;
export const languages = ['de', 'en-us'] as const;
const sortable = ['id', 'orderDate', 'email', 'totalPrice', 'status'] as const;
const listPath = '/admin/orders';

export type OrdersView = {
  /** As it was typed or chosen; empty: not asked. */
  filters: Readonly<Record<OrderFilter, string>>;
  sort: Sort;
  page: number;
};

const choices: Partial<Record<OrderFilter, readonly string[]>> = {
  status: orderStatuses,
  method: paymentMethods,
  paymentStatus: paymentStatuses,
  refund: refundStatuses,
  language: languages,
  transfer: ['open'],
};
export const positive = (text: string | null | undefined): number | null =>
  text && /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;

/** The view that an address asks for; what it cannot ask for is left out. */
export function viewOf(query: URLSearchParams): OrdersView {
  const filterIn = (name: OrderFilter): string => {
    const value = (query.get(name) ?? '').trim().slice(0, 200);
    if (name === 'event' || name === 'competition') return positive(value) === null ? '' : value;
    return choices[name]?.includes(value) === false ? '' : value;
  };
  const field = query.get('sort') ?? '';
  return {
    filters: Object.fromEntries(orderFilters.map((name) => [name, filterIn(name)])) as OrdersView['filters'],
    sort: sortable.some((known) => known === field)
      ? { field, direction: query.get('dir') === 'desc' ? 'desc' : 'asc' }
      : { field: 'orderDate', direction: 'desc' },
    page: Math.min(positive(query.get('page')) ?? 1, 100_000),
  };
}

export const isNewestFirst = ({ sort }: OrdersView): boolean => sort.field === 'orderDate' && sort.direction === 'desc';
export const isFiltered = ({ filters }: OrdersView): boolean => Object.values(filters).some((value) => value !== '');

/** The address of a view, or of what is done with all orders that it shows. */
export function ordersAddress(view: OrdersView, change: Partial<OrdersView> = {}, path: string = listPath): string {
  const { filters, sort, page } = { ...view, ...change };
  const query = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''));
  if (!isNewestFirst({ filters, sort, page })) {
    query.set('sort', sort.field);
    query.set('dir', sort.direction);
  }
  if (page > 1) query.set('page', String(page));
  return query.size > 0 ? `${path}?${query}` : path;
}

/** What was typed and cannot be read: it is said beside the field, and the list goes without it. */
export type WrongFilters = Partial<Record<OrderFilter, 'date' | 'sum'>>;

/** The question to the database. Days begin and end in `timeZone`. */
export function questionOf(
  { filters, sort }: OrdersView,
  locale: Locale,
  timeZone: string,
): { query: Pick<ListQuery, 'filter' | 'order' | 'q'>; also: SQL | undefined; wrong: WrongFilters } {
  const wrong: WrongFilters = {};
  const is = (field: string, value: string | number | null, type = 'eq') => ({ field, type, value });
  const date = (name: 'from' | 'to') => {
    if (filters[name] === '') return [];
    const day = parseDate(filters[name], locale);
    if (day === null) wrong[name] = 'date';
    const at = day === null ? null : dayEdge(day, name, timeZone);
    return at === null ? [] : [is('orderDate', at, name === 'from' ? 'gte' : 'lt')];
  };
  const sum = (name: 'sumFrom' | 'sumTo') => {
    if (filters[name] === '') return [];
    const cents = readCents(filters[name], locale);
    if (cents === null) wrong[name] = 'sum';
    return cents === null ? [] : [is('totalPrice', cents, name === 'sumFrom' ? 'gte' : 'lte')];
  };
  const equal = (name: OrderFilter, field: string) => (filters[name] === '' ? [] : [is(field, filters[name])]);
  const conditions = [
    ...equal('event', 'eventId'),
    ...equal('status', 'status'),
    ...(filters.method === 'none' ? [is('paymentMethod', null)] : equal('method', 'paymentMethod')),
    ...equal('paymentStatus', 'paymentStatus'),
    ...equal('refund', 'refundStatus'),
    ...equal('language', 'language'),
    ...(filters.transfer === 'open' ? [is('status', 'pending'), is('paymentMethod', 'bank')] : []),
    ...date('from'),
    ...date('to'),
    ...sum('sumFrom'),
    ...sum('sumTo'),
  ];
  const newestFirst = sort.field === 'orderDate' && sort.direction === 'desc';
  return {
    query: {
      filter: JSON.stringify(conditions),
      ...(newestFirst ? {} : { order: JSON.stringify([{ field: sort.field, dir: sort.direction }]) }),
      ...(filters.q === '' ? {} : { q: filters.q }),
    },
    also: alsoOf(filters),
    wrong,
  };
}

/** Midnight at the beginning of the day, or the next one. */
function dayEdge(day: string, edge: 'from' | 'to', timeZone: string): number | null {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const at = new Date(Date.UTC(year, month - 1, date + (edge === 'to' ? 1 : 0))).toISOString().slice(0, 10);
  return isCalendarDate(at) ? zonedInstant(at, 0, 0, timeZone) : null;
}

/** Through indexes of other tables: the buyer's address by its beginning, and what the order is for. */
function alsoOf({ email, competition }: OrdersView['filters']): SQL | undefined {
  const address = email.normalize('NFKC').toLowerCase();
  const parts = [
    ...(address === ''
      ? []
      : [
          sql`${orders.userId} in (select id from users where email >= ${address} and email < ${`${address}\u{10FFFF}`})`,
        ]),
    ...(competition === ''
      ? []
      : [sql`${orders.id} in (select order_id from teams where competition_id = ${Number(competition)})`]),
  ];
  return parts.length > 0 ? sql.join(parts, sql` and `) : undefined;
}
