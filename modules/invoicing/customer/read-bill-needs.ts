import { and, asc, eq, exists, gt, inArray, isNotNull, sql } from 'drizzle-orm';
import { eventOrganizers, events } from '#modules/events/schema.ts';
import { paidStatuses } from '#modules/orders/rules/order-state.ts';
import { orders } from '#modules/orders/schema.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { prepared } from '#src/data/prepared.ts';
import { zeroCents } from '#src/kernel/money.ts';
import { invoices } from '../schema.ts';

const papersOf = prepared((reader) =>
  reader
    .select({
      may: sql<number>`(${events.generateInvoice} = 1 and ${orders.invoiceAddress} is not null)
        or exists (select 1 from ${invoices} where ${invoices.orderId} = ${orders.id})`,
    })
    .from(orders)
    .innerJoin(events, eq(events.id, orders.eventId))
    .where(eq(orders.id, sql.placeholder('orderId'))),
);

/** Whether an order has papers or may get one, in one statement; most have none. */
export const concernsPapers = async (reader: Reader | Tx, orderId: number): Promise<boolean> =>
  Boolean((await papersOf(reader).all({ orderId }))[0]?.may);

const takesInvoice = and(
  inArray(orders.status, paidStatuses),
  gt(orders.totalPrice, zeroCents),
  isNotNull(orders.invoiceAddress),
);

/** Events that issue invoices, with a paid order whose papers sum up to 0. */
export async function eventsWithoutInvoices(reader: Reader | Tx, organizerId: number): Promise<number[]> {
  const billed = sql`coalesce((select sum(${invoices.total}) from ${invoices} where ${invoices.orderId} = ${orders.id}), 0)`;
  const lacking = reader
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.eventId, events.id), takesInvoice, eq(billed, 0)));
  const rows = await reader
    .select({ id: events.id })
    .from(eventOrganizers)
    .innerJoin(events, eq(events.id, eventOrganizers.eventId))
    .where(
      and(
        eq(eventOrganizers.organizerId, organizerId),
        eq(eventOrganizers.isMain, true),
        eq(events.generateInvoice, true),
        exists(lacking),
      ),
    );
  return rows.map(({ id }) => id);
}

/** Paid orders with an address after order `beyond`, ascending. */
export async function ordersToInvoice(
  reader: Reader | Tx,
  eventId: number,
  beyond: number,
  max: number,
): Promise<number[]> {
  const rows = await reader
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.eventId, eventId), gt(orders.id, beyond), takesInvoice))
    .orderBy(asc(orders.id))
    .limit(max);
  return rows.map(({ id }) => id);
}
