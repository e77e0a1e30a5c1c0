import { and, asc, desc, eq, gt, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { handedOutAt } from '#modules/checkin/index.ts';
import { cardOfId, cardReference } from '#modules/gift-cards/index.ts';
import { articleName, type OrderRecord, participantsOf, requireOrderRole, shippedAt } from '#modules/orders/index.ts';
import type { LineRight } from '#modules/orders/rules/order-item.ts';
import { mayTouch, type Permission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { type Cents, cents } from '#src/kernel/money.ts';
import { type Instant, instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { defaultTimeZone } from '#src/texts/locale.ts';
import { periodEnd } from './rules/period.ts';
import { refuse } from './rules/problems.ts';
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

/** Statements about orders of these events and gift cards of these organizers; `all` includes those about neither. */
const ofEvents = (events: readonly number[] | 'all', organizers: readonly number[]): SQL | undefined =>
  events === 'all'
    ? undefined
    : or(
        sql`${withdrawals.orderId} in (select id from orders where event_id in (select value from json_each(${JSON.stringify(events)})))`,
        sql`${withdrawals.giftCardId} in (select id from gift_cards where organizer_id in (select value from json_each(${JSON.stringify(organizers)})))`,
      );

/** Open statements, oldest first, and a number of answered ones, newest first. */
export async function listWithdrawals(
  reader: Reader,
  events: readonly number[] | 'all',
  organizers: readonly number[] = [],
): Promise<{ open: Withdrawal[]; answered: Withdrawal[] }> {
  const open = await reader
    .select()
    .from(withdrawals)
    .where(and(isNull(withdrawals.answeredAt), ofEvents(events, organizers)))
    .orderBy(asc(withdrawals.declaredAt), asc(withdrawals.id));
  const answered = await reader
    .select()
    .from(withdrawals)
    .where(and(isNotNull(withdrawals.answeredAt), ofEvents(events, organizers)))
    .orderBy(desc(withdrawals.answeredAt), desc(withdrawals.id))
    .limit(maxAnswered);
  return { open, answered };
}
const maxAnswered = 200;

/** Open statements, oldest first; `eventId` null: a gift card, or nothing known. */
export async function openWithdrawals(
  reader: Reader,
  events: readonly number[] | 'all',
  organizers: readonly number[],
): Promise<{ id: number; eventId: number | null; orderNumber: string }[]> {
  const among = (ids: readonly number[]) => sql`(select value from json_each(${JSON.stringify(ids)}))`;
  return await reader.all(sql`select w.id, o.event_id "eventId", w.order_number "orderNumber"
    from withdrawals w left join orders o on o.id = w.order_id left join gift_cards c on c.id = w.gift_card_id
    where w.answered_at is null ${
      events === 'all' ? sql`` : sql`and (o.event_id in ${among(events)} or c.organizer_id in ${among(organizers)})`
    } order by w.declared_at`);
}

/** Number of statements about an order or gift card since then; 0 for neither. */
export async function declaredSince(
  tx: Tx,
  { orderId, giftCardId }: { orderId: number | undefined; giftCardId: number | undefined },
  since: Instant,
): Promise<number> {
  const isOf =
    orderId !== undefined
      ? eq(withdrawals.orderId, orderId)
      : giftCardId === undefined
        ? null
        : eq(withdrawals.giftCardId, giftCardId);
  if (isOf === null) return 0;
  const found = await tx
    .select({ id: withdrawals.id })
    .from(withdrawals)
    .where(and(isOf, gt(withdrawals.declaredAt, since)));
  return found.length;
}

export type OrderLine = {
  participantArticleId: number | null;
  participant: string;
  name: string;
  quantity: number;
  amount: Cents;
  right: LineRight;
  handedAt: Instant | null;
  endsAt: Instant | null;
  /** Sold over the counter, without a right of withdrawal. */
  isFromDesk?: true;
};

/** Current articles of an order with their rights; none if canceled. */
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

/** Current subject of a statement: lines of its order, or its gift card while that can be spent or refunded. */
export async function linesToAnswer(
  reader: Reader | Tx,
  { giftCardId }: Withdrawal,
  order: OrderRecord | null,
): Promise<OrderLine[]> {
  if (order) return orderLines(reader, order);
  const card = giftCardId === null ? null : await cardOfId(reader, giftCardId);
  if (!card || card.droppedAt !== null || card.blockedAt !== null) return [];
  const right = 'service_14';
  const { createdAt: orderedAt, createdBy } = card;
  const endsAt = periodEnd({ right, orderedAt, handedAt: null, eventEnd: orderedAt, timeZone: defaultTimeZone });
  return [
    {
      ...{ participantArticleId: null, participant: card.buyerName, name: cardReference(card), quantity: 1, right },
      ...{ amount: card.rest, handedAt: null, endsAt, ...(createdBy === null ? {} : { isFromDesk: true as const }) },
    },
  ];
}

/**
 * Loads a statement about an order or gift card within the caller's rights; others belong to the platform.
 * @throws Problem NOT_FOUND
 */
export async function loadWithdrawal(call: {
  deps: Pick<Deps, 'read'>;
  viewer: Viewer;
  may: Permission;
  params: { withdrawalId: number };
}): Promise<Withdrawal> {
  const found = (await withdrawalOf(call.deps.read, call.params.withdrawalId)) ?? refuse('NOT_FOUND');
  if (found.giftCardId !== null) {
    const card = await cardOfId(call.deps.read, found.giftCardId);
    const organizerIds = card ? [card.organizerId] : [];
    return mayTouch(call.may, call.viewer, { organizerIds }) ? found : refuse('NOT_FOUND');
  }
  if (found.orderId === null) return call.viewer.isSuperAdmin ? found : refuse('NOT_FOUND');
  await requireOrderRole(call.deps, call.viewer, found.orderId, call.may);
  return found;
}
