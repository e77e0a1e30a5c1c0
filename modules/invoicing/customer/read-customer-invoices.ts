import { and, asc, eq, gte, lt, sql } from 'drizzle-orm';
import { orders } from '#modules/orders/schema.ts';
import type { CalendarDate, Instant } from '#src/kernel/time.ts';
import type { Reader } from '#src/platform/database.ts';
import { invoices } from '../schema.ts';

const supplied = (end: 'from' | 'to') => sql<CalendarDate>`json_extract(${invoices.data}, ${`$.supply.${end}`})`;

/** The papers of an organizer for its customers, in the sequence of their numbers. `till`: not any more. */
export const customerInvoices = (
  reader: Reader,
  organizerId: number,
  { from, till }: { from: Instant | null; till: Instant | null },
) =>
  reader
    .select({
      id: invoices.id,
      number: invoices.number,
      organizerId: invoices.organizerId,
      eventId: invoices.eventId,
      orderId: invoices.orderId,
      kind: invoices.kind,
      total: invoices.total,
      issuedAt: invoices.issuedAt,
      fromDate: supplied('from'),
      toDate: supplied('to'),
      linkVersion: sql<number>`coalesce(${orders.linkVersion}, 0)`,
    })
    .from(invoices)
    .leftJoin(orders, eq(orders.id, invoices.orderId))
    .where(
      and(
        eq(invoices.organizerId, organizerId),
        eq(invoices.sellerKind, 'organizer'),
        ...(from === null ? [] : [gte(invoices.issuedAt, from)]),
        ...(till === null ? [] : [lt(invoices.issuedAt, till)]),
      ),
    )
    .orderBy(asc(invoices.issuedAt), asc(invoices.id));
