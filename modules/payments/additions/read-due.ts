import { eq, min } from 'drizzle-orm';
import type { Instant } from '#src/kernel/time.ts';
import type { Reader, Tx } from '#src/platform/database.ts';
import { unpaidAdditions } from '../schema-additions.ts';

/** Until when this has to be paid; null: it stays. */
export async function additionDue(reader: Reader | Tx, participantArticleId: number): Promise<Instant | null> {
  const { dueAt, participantArticleId: id } = unpaidAdditions;
  const [row] = await reader.select({ dueAt }).from(unpaidAdditions).where(eq(id, participantArticleId));
  return row?.dueAt ?? null;
}

/** Until when the first of what was added to an order has to be paid. */
export async function firstDueOf(reader: Reader | Tx, orderId: number): Promise<Instant | null> {
  const { dueAt, orderId: of } = unpaidAdditions;
  const [row] = await reader
    .select({ first: min(dueAt) })
    .from(unpaidAdditions)
    .where(eq(of, orderId));
  return row?.first ?? null;
}
