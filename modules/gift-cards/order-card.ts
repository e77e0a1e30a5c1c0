import { organizerById } from '#modules/organizers/index.ts';
import { countTry, type Limit } from '#src/data/limits.ts';
import type { Work } from '#src/data/work.ts';
import { days, hours } from '#src/kernel/time.ts';
import { issueCard, type NewCard, writeCard } from './issue-card.ts';
import { postOrdered } from './mails/post.ts';
import { refuse } from './rules/problems.ts';
import type { GiftCard } from './schema.ts';

/** Each order sends a mail to an unproven address. */
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
  const written = await writeCard(work, card, null);
  await countTry(work, perMailbox, card.buyerEmail, 1);
  await countTry(work, perAddress, clientAddress, limitFactor);
  await postOrdered(work, written, seller);
  return written;
}

export async function sellCard(work: Work, card: NewCard, editorId: number): Promise<GiftCard> {
  const written = await writeCard(work, card, editorId);
  return issueCard(work, { cardId: written.id, editorId });
}
