import { eq, or } from 'drizzle-orm';
import { userById } from '#modules/accounts/index.ts';
import { toIso, toIsoOrNull } from '#src/kernel/time.ts';
import type { PersonalData } from '#src/runtime/module.ts';
import { giftCards } from './schema.ts';

/**
 * An export contains the cards that name the account's address. Erasing deletes names and addresses; the card stays,
 * because its holder may still spend it.
 */
export const giftCardData: PersonalData = {
  async collect(reader, userId) {
    const user = await userById(reader, userId);
    if (!user) return { cards: [] };
    const rows = await reader
      .select()
      .from(giftCards)
      .where(or(eq(giftCards.buyerEmail, user.email), eq(giftCards.recipientEmail, user.email)));
    return {
      cards: rows.map((card) => {
        const isBuyer = card.buyerEmail === user.email;
        return {
          as: isBuyer ? 'buyer' : 'recipient',
          amount: card.amount,
          rest: card.rest,
          // The code is worth money: it is hidden until the card is paid, and from a buyer whose card has another
          // recipient.
          code: card.issuedAt === null || (isBuyer && card.recipientEmail !== null) ? null : card.code,
          buyerName: card.buyerName,
          recipientName: card.recipientName,
          message: card.message,
          orderedAt: toIso(card.createdAt),
          validUntil: toIsoOrNull(card.validUntil),
        };
      }),
    };
  },
  async erase(work, userId) {
    const user = await userById(work.tx, userId);
    if (!user) return;
    await work.tx
      .update(giftCards)
      .set({ buyerName: '', buyerEmail: null, message: '' })
      .where(eq(giftCards.buyerEmail, user.email));
    await work.tx
      .update(giftCards)
      .set({ recipientName: '', recipientEmail: null, message: '' })
      .where(eq(giftCards.recipientEmail, user.email));
  },
};
