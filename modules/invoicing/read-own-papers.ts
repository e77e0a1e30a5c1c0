import { asc, eq } from 'drizzle-orm';
import { orders } from '#modules/orders/schema.ts';
import type { Reader } from '#src/data/database.ts';
import { invoices } from './schema.ts';

export const papersOfBuyer = (reader: Reader, userId: number) =>
  reader
    .select({ orderId: invoices.orderId, number: invoices.number, kind: invoices.kind, data: invoices.data })
    .from(orders)
    .innerJoin(invoices, eq(invoices.orderId, orders.id))
    .where(eq(orders.userId, userId))
    .orderBy(asc(invoices.id));
