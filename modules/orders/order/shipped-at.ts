import { and, eq, max } from 'drizzle-orm';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';
import { orderAuditChanges, orderAudits } from '../schema.ts';

/** When somebody marked an order as sent, as its history says; null: nobody did. */
export async function shippedAt(reader: Reader | Tx, orderId: number): Promise<Instant | null> {
  const [sent] = await reader
    .select({ at: max(orderAudits.createdAt) })
    .from(orderAudits)
    .innerJoin(orderAuditChanges, eq(orderAuditChanges.auditId, orderAudits.id))
    .where(
      and(
        eq(orderAudits.orderId, orderId),
        eq(orderAuditChanges.field, 'status'),
        eq(orderAuditChanges.after, 'shipped'),
      ),
    );
  return sent?.at ?? null;
}
