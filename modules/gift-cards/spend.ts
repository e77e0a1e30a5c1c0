import { and, desc, eq, gt, gte, isNotNull, isNull, sql } from 'drizzle-orm';
import { catalogOf } from '#modules/events/index.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import { assert, present } from '#src/kernel/assert.ts';
import { type Cents, cents, minCents } from '#src/kernel/money.ts';
import { cardOfCode } from './read-cards.ts';
import { cardState, validAfterReturn } from './rules/card.ts';
import { refuse } from './rules/problems.ts';
import { type GiftCard, giftCardMoves, giftCards } from './schema.ts';

async function cardSellerOf(reader: Reader | Tx, eventId: number): Promise<number | null> {
  const main = (await catalogOf(reader, eventId))?.organizers.find(({ isMain }) => isMain);
  return main?.takesGiftCards ? main.id : null;
}

export const acceptsGiftCards = async (reader: Reader | Tx, eventId: number): Promise<boolean> =>
  (await cardSellerOf(reader, eventId)) !== null;

/**
 * Finds a card by the entered code for an order of this event. Cards of other organizers count as unknown.
 * @throws Problem INVALID_GIFT_CARD_CODE, GIFT_CARD_NOT_USABLE with its state
 */
export async function requireCardForOrder(
  work: Work,
  { eventId, typed }: { eventId: number; typed: string },
): Promise<GiftCard> {
  const card = await cardOfCode(work.tx, typed);
  if (!card || card.issuedAt === null || card.organizerId !== (await cardSellerOf(work.tx, eventId)))
    return refuse('INVALID_GIFT_CARD_CODE');
  const state = cardState(card, work.now);
  return state === 'ready' ? card : refuse('GIFT_CARD_NOT_USABLE', { reason: state });
}

/**
 * Takes money off a card for an order. One conditional UPDATE, so concurrent payments cannot overdraw it. `moveId` goes
 * into the ledger.
 * @throws Problem GIFT_CARD_SPENT
 */
export async function takeFromCard(
  { tx, now }: Work,
  { cardId, orderId, amount }: { cardId: number; orderId: number; amount: Cents },
): Promise<{ moveId: number; rest: Cents }> {
  const [card] = await tx
    .update(giftCards)
    .set({ rest: sql`${giftCards.rest} - ${amount}` })
    .where(
      and(
        eq(giftCards.id, cardId),
        gte(giftCards.rest, amount),
        isNotNull(giftCards.issuedAt),
        isNull(giftCards.blockedAt),
        gt(giftCards.validUntil, now),
      ),
    )
    .returning({ rest: giftCards.rest });
  if (!card) return refuse('GIFT_CARD_SPENT');
  const [move] = await tx
    .insert(giftCardMoves)
    .values({ cardId, kind: 'redeemed', amount, orderId, createdAt: now })
    .returning({ id: giftCardMoves.id });
  return { moveId: present(move, 'a move that was just written').id, rest: card.rest };
}

/** Per card, what the order took minus what it returned; the latest card first. */
async function outstandingByCard(reader: Reader | Tx, orderId: number): Promise<{ cardId: number; left: Cents }[]> {
  const signed = sql`case ${giftCardMoves.kind} when 'redeemed' then ${giftCardMoves.amount} else -${giftCardMoves.amount} end`;
  const rows = await reader
    .select({ cardId: giftCardMoves.cardId, left: sql<number>`sum(${signed})`.mapWith(Number) })
    .from(giftCardMoves)
    .where(eq(giftCardMoves.orderId, orderId))
    .groupBy(giftCardMoves.cardId)
    .orderBy(desc(sql`max(${giftCardMoves.id})`));
  return rows.filter(({ left }) => left > 0).map(({ cardId, left }) => ({ cardId, left: cents(left) }));
}

export async function cardMoneyOfOrder(reader: Reader | Tx, orderId: number): Promise<Cents> {
  return cents((await outstandingByCard(reader, orderId)).reduce((sum, { left }) => sum + left, 0));
}

/** Refunds to the cards that paid, the latest first. A blocked card stays blocked; an expired one is extended. */
export async function putBackOnCards(
  { tx, now }: Work,
  { orderId, amount, editorId }: { orderId: number; amount: Cents; editorId: number | null },
): Promise<void> {
  let rest: number = amount;
  for (const { cardId, left } of await outstandingByCard(tx, orderId)) {
    if (rest === 0) break;
    const part = minCents(cents(rest), left);
    const [card] = await tx.select().from(giftCards).where(eq(giftCards.id, cardId));
    const validUntil = validAfterReturn(present(card?.validUntil, 'a card that paid was issued'), now);
    await tx
      .update(giftCards)
      .set({ rest: sql`${giftCards.rest} + ${part}`, validUntil })
      .where(eq(giftCards.id, cardId));
    await tx
      .insert(giftCardMoves)
      .values({ cardId, kind: 'returned', amount: part, orderId, editorId, createdAt: now });
    rest -= part;
  }
  assert(rest === 0, `order ${orderId} gives back more than its cards had paid`);
}
