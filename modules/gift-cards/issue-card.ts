import { randomInt } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { organizerById } from '#modules/organizers/index.ts';
import { countTry, type Limit } from '#src/data/limits.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { cents } from '#src/kernel/money.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { dateIn, days, hours, type Instant } from '#src/kernel/time.ts';
import { defaultTimeZone, type Locale } from '#src/texts/locale.ts';
import { postOrderMails, sendCard } from './mails/mail-types.ts';
import { settingsOf } from './read-cards.ts';
import { makeCardCode, maxCardCents, minCardCents, validUntilOf } from './rules/card.ts';
import { refuse } from './rules/problems.ts';
import { type GiftCard, giftCardMoves, giftCards } from './schema.ts';

export type NewCard = {
  organizerId: number;
  amount: number;
  buyerName: string;
  buyerEmail: string | null;
  recipientName?: string;
  recipientEmail?: string | null;
  message?: string;
  sendAt?: Instant | null;
  language: Locale;
};

/**
 * Stores a new card. It cannot be used until it is issued.
 * @throws Problem VALIDATION_FAILED for an amount that the organizer does not sell, GIFT_CARDS_OFF
 */
export async function insertCard(work: Work, input: NewCard, editorId: number | null): Promise<GiftCard> {
  const { tx, now } = work;
  const settings = await settingsOf(tx, input.organizerId);
  if (!settings.isOn) return refuse('GIFT_CARDS_OFF');
  // The organizer's limits apply to orders on the page, not to its own staff.
  const [least, most] = editorId === null ? [settings.least, settings.most] : [minCardCents, maxCardCents];
  const { amount } = input;
  if (!Number.isSafeInteger(amount) || amount < least || amount > most)
    return refuseFields({ amount: ['giftCards.error.amount'] });
  requireSendDateInRange(input.sendAt ?? null, now, settings.years);
  const [card] = await tx
    .insert(giftCards)
    .values({
      organizerId: input.organizerId,
      code: makeCardCode((below) => randomInt(below)),
      amount: cents(amount),
      rest: cents(0),
      years: settings.years,
      language: input.language,
      buyerName: input.buyerName,
      buyerEmail: input.buyerEmail,
      recipientName: input.recipientName ?? '',
      recipientEmail: input.recipientEmail ?? null,
      message: input.message ?? '',
      sendAt: input.sendAt ?? null,
      createdAt: now,
      createdBy: editorId,
    })
    .returning();
  const written = present(card, 'a card that was just written');
  // The history of a card sold by staff starts with `issued`, in the same transaction.
  if (editorId === null)
    await tx.insert(giftCardMoves).values({ cardId: written.id, kind: 'ordered', amount: cents(0), createdAt: now });
  return written;
}

/** @throws Problem VALIDATION_FAILED for a send date in the past or after the card's expiry */
function requireSendDateInRange(sendAt: Instant | null, now: Instant, years: number): void {
  if (sendAt === null) return;
  if (dateIn(sendAt, defaultTimeZone) < dateIn(now, defaultTimeZone))
    refuseFields({ sendOn: ['giftCards.error.dayOver'] });
  if (sendAt >= validUntilOf(now, years, defaultTimeZone)) refuseFields({ sendOn: ['giftCards.error.dayLate'] });
}

/**
 * Activates a card whose money has arrived and mails it, now or on the chosen day. Concurrent calls issue it once.
 * @throws Problem CANT_CHANGE_GIFT_CARD when it is issued already or was dropped
 */
export async function issueCard(
  work: Work,
  { cardId, editorId, note = '' }: { cardId: number; editorId: number; note?: string },
): Promise<GiftCard> {
  const { tx, now } = work;
  const [before] = await tx.select().from(giftCards).where(eq(giftCards.id, cardId));
  if (!before) return refuse('NOT_FOUND');
  const [card] = await tx
    .update(giftCards)
    .set({ rest: before.amount, issuedAt: now, validUntil: validUntilOf(now, before.years, defaultTimeZone) })
    .where(and(eq(giftCards.id, cardId), isNull(giftCards.issuedAt), isNull(giftCards.droppedAt)))
    .returning();
  if (!card) return refuse('CANT_CHANGE_GIFT_CARD', { reason: before.droppedAt === null ? 'issued' : 'dropped' });
  await tx
    .insert(giftCardMoves)
    .values({ cardId, kind: 'issued', amount: card.amount, editorId, note, createdAt: now });
  await sendCard(work, card);
  return card;
}

/** Each order mails an address that was not verified. */
const perMailbox: Limit = { name: 'gift-card-mailbox', most: 5, windowMs: days(1), per: 'account' };
const perAddress: Limit = { name: 'gift-card-address', most: 20, windowMs: hours(1), per: 'address' };

/**
 * Orders a card on the public page. The buyer pays the organizer directly, who then issues the card.
 * @throws Problem GIFT_CARDS_OFF, VALIDATION_FAILED, TOO_MANY_REQUESTS
 */
export async function orderCard(
  work: Work,
  card: NewCard & { buyerEmail: string },
  { clientAddress, limitFactor }: { clientAddress: string; limitFactor: number },
): Promise<GiftCard> {
  const seller = await organizerById(work.tx, card.organizerId);
  if (!seller?.iban) return refuse('GIFT_CARDS_OFF');
  const written = await insertCard(work, card, null);
  await countTry(work, perMailbox, card.buyerEmail, 1);
  await countTry(work, perAddress, clientAddress, limitFactor);
  await postOrderMails(work, written, seller);
  return written;
}

export async function sellCard(work: Work, card: NewCard, editorId: number): Promise<GiftCard> {
  const written = await insertCard(work, card, editorId);
  return issueCard(work, { cardId: written.id, editorId });
}
