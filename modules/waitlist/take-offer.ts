import { and, eq } from 'drizzle-orm';
import { catalogOf, releaseHold } from '#modules/events/index.ts';
import { addArticle } from '#modules/orders/index.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Work } from '#src/data/work.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { fillLists } from './fill-lists.ts';
import { keyOf } from './offers.ts';
import { refuse } from './rules/problems.ts';
import { priceOfSize, sizeIn } from './rules/sizes.ts';
import { type Entry, isForSize, waitlistEntries } from './schema.ts';

/**
 * Adds an offered size to the order at the confirmed price and settles the payment, in one transaction.
 * @throws Problem NOT_FOUND, WAITLIST_NO_PLACES when the offer is over, WAITLIST_PRICE_CHANGED,
 * ORDERED_TOO_MANY_ARTICLES, ORDERED_NOT_ENOUGH_ARTICLES
 */
export async function takeOffer(
  work: Work,
  { settleAddition }: Pick<Deps, 'settleAddition'>,
  entry: Entry,
  { price, editorId }: { price: number; editorId: number },
): Promise<void> {
  const { tx, now } = work;
  if (!isForSize(entry)) return refuse('NOT_FOUND');
  // Ends offers that expired or were taken back.
  await fillLists(work, entry.eventId);
  const [taken] = await tx
    .update(waitlistEntries)
    .set({ state: 'bought', endedAt: now })
    .where(and(eq(waitlistEntries.id, entry.id), eq(waitlistEntries.state, 'offered')))
    .returning({ id: waitlistEntries.id });
  if (!taken) return refuse('WAITLIST_NO_PLACES');
  const { orderId, participantId, variantId, places: quantity } = entry;
  const catalog = await catalogOf(tx, entry.eventId);
  const article = (catalog && sizeIn(catalog, variantId)?.article) ?? refuse('WAITLIST_NO_PLACES');
  if (priceOfSize(article, quantity) !== price)
    return refuse('WAITLIST_PRICE_CHANGED', { price: priceOfSize(article, quantity) });
  const wanted = { orderId, participantId, articleId: article.id, variantId, quantity, editorId };
  await settleAddition(work, { ...(await addArticle(work, wanted)), editorId });
  await fillLists(work, entry.eventId);
}

/**
 * Gives the offered places to this visit; can be repeated from another tab or device.
 * @throws Problem WAITLIST_NO_PLACES when nothing is held any more
 */
export async function openOffer(work: Work, entry: Entry, { visitId }: Pick<Viewer, 'visitId'>): Promise<void> {
  if (!(await releaseHold(work, keyOf(entry), visitId))) refuse('WAITLIST_NO_PLACES');
}
