import { eq } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { cents } from '#src/kernel/money.ts';
import { type GiftCard, giftCardMoves, giftCards } from '../schema.ts';

declare module '#src/mail/kinds.ts' {
  interface MailParams {
    /** The card itself; `to`: buyer or recipient. */
    GiftCard: { cardId: number; to: 'buyer' | 'recipient' };
    /** How to pay an ordered card; `to` the organizer: which transfer to expect. */
    GiftCardOrdered: { cardId: number; to?: 'organizer' };
  }
}

/**
 * Mails the card to the recipient, now or on the chosen day, else to the buyer.
 * A buyer who is not the recipient gets a confirmation without the code.
 */
export async function sendCard(work: Work, card: GiftCard, again: { editorId: number } | null = null): Promise<void> {
  const { tx, now } = work;
  const to = card.recipientEmail === null ? 'buyer' : 'recipient';
  const recipient = card.recipientEmail ?? card.buyerEmail;
  if (recipient === null) return;
  if (!again && to === 'recipient' && card.buyerEmail !== null) await post(work, card, 'buyer', card.buyerEmail);
  if (!again && to === 'recipient' && card.sendAt !== null && card.sendAt > now) return;
  const { id: cardId } = card;
  await post(work, card, to, recipient, again ? `|${now}` : '');
  await tx.update(giftCards).set({ sentAt: now }).where(eq(giftCards.id, cardId));
  await tx.insert(giftCardMoves).values({
    ...{ cardId, kind: 'sent' as const, amount: cents(0), createdAt: now },
    editorId: again?.editorId ?? null,
  });
}

const post = (work: Work, { id, language }: GiftCard, to: 'buyer' | 'recipient', recipient: string, time = '') =>
  work.post({
    type: 'GiftCard',
    uniqueKey: `GiftCard|${id}|${to}${time}`,
    recipient,
    locale: language,
    params: { cardId: id, to },
  });

/** Tells the buyer where to pay, and the organizer which transfer to expect. */
export async function postOrdered(work: Work, card: GiftCard, seller: { email: string | null }): Promise<void> {
  const { id: cardId, language: locale, buyerEmail } = card;
  const type = 'GiftCardOrdered';
  const mail = { type, uniqueKey: `GiftCardOrdered|${cardId}`, locale } as const;
  if (buyerEmail !== null) await work.post({ ...mail, recipient: buyerEmail, params: { cardId } });
  if (seller.email !== null)
    await work.post({
      ...mail,
      uniqueKey: `GiftCardOrdered|${cardId}|organizer`,
      recipient: seller.email,
      params: { cardId, to: 'organizer' },
    });
}
