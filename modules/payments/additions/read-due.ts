import { and, eq, gt, min, sql } from 'drizzle-orm';
import { participantArticles } from '#modules/orders/schema.ts';
import { sumOfCents } from '#src/data/columns.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { type Cents, zeroCents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';
import { unpaidAdditions } from '../schema.ts';

/** Payment deadline of an added article; null: it has none. */
export async function additionDue(reader: Reader | Tx, participantArticleId: number): Promise<Instant | null> {
  const { dueAt, participantArticleId: id } = unpaidAdditions;
  const [row] = await reader.select({ dueAt }).from(unpaidAdditions).where(eq(id, participantArticleId));
  return row?.dueAt ?? null;
}

/** Earliest payment deadline of the order's additions. */
export async function firstDueOf(reader: Reader | Tx, orderId: number): Promise<Instant | null> {
  const { dueAt, orderId: of } = unpaidAdditions;
  const [row] = await reader
    .select({ first: min(dueAt) })
    .from(unpaidAdditions)
    .where(eq(of, orderId));
  return row?.first ?? null;
}

/** Price of later additions that have a payment deadline too. */
export async function addedBehind(reader: Reader | Tx, orderId: number, participantArticleId: number): Promise<Cents> {
  const { id, quantity, unitPrice } = participantArticles;
  const [row] = await reader
    .select({ cost: sumOfCents(sql`${quantity} * ${unitPrice}`) })
    .from(unpaidAdditions)
    .innerJoin(participantArticles, eq(id, unpaidAdditions.participantArticleId))
    .where(and(eq(unpaidAdditions.orderId, orderId), gt(id, participantArticleId)));
  return row?.cost ?? zeroCents;
}
