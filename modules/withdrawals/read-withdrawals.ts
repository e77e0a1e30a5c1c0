import { and, asc, desc, eq, gt, isNotNull, isNull, type SQL, sql } from 'drizzle-orm';
import { handedOutAt } from '#modules/checkin/index.ts';
import { articleName, type OrderRecord, participantsOf, shippedAt } from '#modules/orders/index.ts';
import type { LineRight } from '#modules/orders/rules/withdrawal-right.ts';
import { type Cents, cents } from '#src/kernel/money.ts';
import { type Instant, instant } from '#src/kernel/time.ts';
import type { Reader, Tx } from '#src/platform/database.ts';
import { periodEnd } from './rules/period.ts';
import { type Withdrawal, type WithdrawalLine, withdrawalLines, withdrawals } from './schema.ts';

export async function withdrawalOf(reader: Reader | Tx, id: number): Promise<Withdrawal | null> {
  const [found] = await reader.select().from(withdrawals).where(eq(withdrawals.id, id));
  return found ?? null;
}

export async function withdrawalOfKey(reader: Reader | Tx, key: string): Promise<Withdrawal | null> {
  const [found] = await reader.select().from(withdrawals).where(eq(withdrawals.key, key));
  return found ?? null;
}

export const linesOf = (reader: Reader | Tx, withdrawalId: number): Promise<WithdrawalLine[]> =>
  reader
    .select()
    .from(withdrawalLines)
    .where(eq(withdrawalLines.withdrawalId, withdrawalId))
    .orderBy(asc(withdrawalLines.id));

export const withdrawalsOfOrder = (reader: Reader | Tx, orderId: number): Promise<Withdrawal[]> =>
  reader.select().from(withdrawals).where(eq(withdrawals.orderId, orderId)).orderBy(desc(withdrawals.id));

/** Whose orders they are of: of these events, or of all, and then those of no order too. */
const ofEvents = (events: readonly number[] | 'all'): SQL | undefined =>
  events === 'all'
    ? undefined
    : sql`${withdrawals.orderId} in (select id from orders where event_id in (select value from json_each(${JSON.stringify(events)})))`;

/** Those that wait, the oldest first, and so many that were answered, the newest first. */
export async function listWithdrawals(
  reader: Reader,
  events: readonly number[] | 'all',
): Promise<{ open: Withdrawal[]; answered: Withdrawal[] }> {
  const open = await reader
    .select()
    .from(withdrawals)
    .where(and(isNull(withdrawals.answeredAt), ofEvents(events)))
    .orderBy(asc(withdrawals.declaredAt), asc(withdrawals.id));
  const answered = await reader
    .select()
    .from(withdrawals)
    .where(and(isNotNull(withdrawals.answeredAt), ofEvents(events)))
    .orderBy(desc(withdrawals.answeredAt), desc(withdrawals.id))
    .limit(mostAnswered);
  return { open, answered };
}
const mostAnswered = 200;

/** Those that wait, by event; of orders alone. */
export async function openWithdrawals(
  reader: Reader,
  events: readonly number[] | 'all',
): Promise<{ id: number; eventId: number; orderNumber: string }[]> {
  return await reader.all(sql`select w.id, o.event_id "eventId", w.order_number "orderNumber"
    from withdrawals w cross join orders o on o.id = w.order_id
    where w.answered_at is null ${
      events === 'all' ? sql`` : sql`and o.event_id in (select value from json_each(${JSON.stringify(events)}))`
    } order by w.declared_at`);
}

export const declaredSince = async (tx: Tx, orderId: number, since: Instant): Promise<number> =>
  (
    await tx
      .select({ id: withdrawals.id })
      .from(withdrawals)
      .where(and(eq(withdrawals.orderId, orderId), gt(withdrawals.declaredAt, since)))
  ).length;

/** A line of an order that may go back. */
export type OrderLine = {
  participantArticleId: number;
  participant: string;
  name: string;
  quantity: number;
  amount: Cents;
  right: LineRight;
  handedAt: Instant | null;
  /** As `periodEnd` has it. */
  endsAt: Instant | null;
};

/** What an order has of articles by now, with what holds for each; none of a canceled one. */
export async function orderLines(reader: Reader | Tx, order: OrderRecord): Promise<OrderLine[]> {
  if (order.status === 'canceled') return [];
  const people = participantsOf(order).filter(({ orderedArticleVariants }) => orderedArticleVariants.length > 0);
  if (people.length === 0) return [];
  const sent = order.status === 'shipped' ? await shippedAt(reader, order.id) : null;
  const handed = await handedOutAt(
    reader,
    people.map(({ id }) => id),
  );
  const { endTimestamp: eventEnd, timeZone } = order.event;
  return people.flatMap((person) =>
    person.orderedArticleVariants.map((line) => {
      const marks = [sent, handed.get(person.id) ?? null].filter((at) => at !== null);
      const handedAt = marks.length > 0 ? instant(Math.max(...marks)) : null;
      const right = line.withdrawalRight;
      return {
        participantArticleId: line.participantArticleId,
        participant: `${person.firstName} ${person.lastName}`,
        name: articleName(line),
        quantity: line.quantity,
        amount: cents(line.quantity * line.unitPrice - line.discount),
        right,
        handedAt,
        endsAt: periodEnd({ right, orderedAt: order.orderDate, handedAt, eventEnd, timeZone }),
      };
    }),
  );
}
