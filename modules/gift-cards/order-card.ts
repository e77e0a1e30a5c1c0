import { organizerById } from '#modules/organizers/index.ts';
import { countTry, type Limit } from '#src/data/limits.ts';
import type { Work } from '#src/data/work.ts';
import { days, hours } from '#src/kernel/time.ts';
import { issueCard, type NewCard, writeCard } from './issue-card.ts';
import { postOrdered } from './mails/post.ts';
import { refuse } from './rules/problems.ts';
import type { GiftCard } from './schema.ts';

/** Each order writes a mail to an address that nobody proved. */
const perMailbox: Limit = { name: 'gift-card-mailbox', most: 5, windowMs: days(1), per: 'account' };
const perAddress: Limit = { name: 'gift-card-address', most: 20, windowMs: hours(1), per: 'address' };

/**
 * Somebody orders a card on the page, and is mailed where to pay it: at the organizer itself, which then issues it. Nothing
 * is owed or sold before.
 * @throws Problem NOT_FOUND where none are sold online, VALIDATION_FAILED, TOO_MANY_REQUESTS
 */
export async function orderCard(
  work: Work,
  card: NewCard & { buyerEmail: string },
  { clientAddress, limitFactor }: { clientAddress: string; limitFactor: number },
): Promise<GiftCard> {
  const seller = await organizerById(work.tx, card.organizerId);
  // Without an account of the organizer nobody could pay it.
  if (!seller?.iban) return refuse('GIFT_CARDS_OFF');
  const written = await writeCard(work, card, null);
  await countTry(work, perMailbox, card.buyerEmail, 1);
  await countTry(work, perAddress, clientAddress, limitFactor);
  await postOrdered(work, written, seller);
  return written;
}

/** The desk has the money in its hand: the card is made and issued in one write. @throws Problem as `writeCard` */
export async function sellCard(work: Work, card: NewCard, editorId: number): Promise<GiftCard> {
  const written = await writeCard(work, card, editorId);
  return issueCard(work, { cardId: written.id, editorId });
}
