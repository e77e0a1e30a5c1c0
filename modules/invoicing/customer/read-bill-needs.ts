import { and, asc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm';
import { events } from '#modules/events/schema.ts';
import { orders } from '#modules/orders/schema.ts';
import { zeroCents } from '#src/kernel/money.ts';
import type { Reader, Tx } from '#src/platform/database.ts';
import { invoices } from '../schema.ts';

/** Whether an order has papers, or may get one: most have not and need not be looked at. One statement. */
export async function concernsPapers(reader: Reader | Tx, orderId: number): Promise<boolean> {
  const [order] = await reader
    .select({
      may: sql<number>`(${events.generateInvoice} = 1 and ${orders.invoiceAddress} is not null)
        or exists (select 1 from ${invoices} where ${invoices.orderId} = ${orders.id})`,
    })
    .from(orders)
    .innerJoin(events, eq(events.id, orders.eventId))
    .where(eq(orders.id, orderId));
  return Boolean(order?.may);
}

/** Paid orders of an event with an address, beyond one of them, in their sequence; those with papers are no matter. */
export async function ordersToInvoice(
  reader: Reader | Tx,
  eventId: number,
  beyond: number,
  most: number,
): Promise<number[]> {
  const rows = await reader
    .select({ id: orders.id })
    .from(orders)
    .where(
      and(
        eq(orders.eventId, eventId),
        inArray(orders.status, ['complete', 'shipped']),
        gt(orders.id, beyond),
        gt(orders.totalPrice, zeroCents),
        isNotNull(orders.invoiceAddress),
      ),
    )
    .orderBy(asc(orders.id))
    .limit(most);
  return rows.map(({ id }) => id);
}
