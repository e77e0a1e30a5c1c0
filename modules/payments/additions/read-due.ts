import { and, eq, gt, min, sql } from 'drizzle-orm';
import { participantArticles, participants } from '#modules/orders/schema.ts';
import { sumOfCents } from '#src/data/columns.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { type Cents, cents, zeroCents } from '#src/kernel/money.ts';
import { type Instant, instant } from '#src/kernel/time.ts';
import { unpaidAdditions, unpaidMembers } from '../schema.ts';

/** Payment deadline of an added article; null: it has none. */
export async function additionDue(reader: Reader | Tx, participantArticleId: number): Promise<Instant | null> {
  const { dueAt, participantArticleId: id } = unpaidAdditions;
  const [row] = await reader.select({ dueAt }).from(unpaidAdditions).where(eq(id, participantArticleId));
  return row?.dueAt ?? null;
}

/** Earliest payment deadline of the order's additions. */
export async function firstDueOf(reader: Reader | Tx, orderId: number): Promise<Instant | null> {
  const found = [];
  for (const unpaid of [unpaidAdditions, unpaidMembers]) {
    const [row] = await reader
      .select({ first: min(unpaid.dueAt) })
      .from(unpaid)
      .where(eq(unpaid.orderId, orderId));
    if (row?.first) found.push(row.first);
  }
  return found.length === 0 ? null : instant(Math.min(...found));
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

/** Price of other additions: people added later, and articles. */
export async function addedBesideMember(reader: Reader | Tx, orderId: number, participantId: number): Promise<Cents> {
  const [row] = await reader
    .select({ cost: sumOfCents(participants.chargedPrice) })
    .from(unpaidMembers)
    .innerJoin(participants, eq(participants.id, unpaidMembers.participantId))
    .where(and(eq(unpaidMembers.orderId, orderId), gt(participants.id, participantId)));
  return cents((row?.cost ?? zeroCents) + (await addedBehind(reader, orderId, 0)));
}
