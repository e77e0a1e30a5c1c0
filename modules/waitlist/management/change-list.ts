import { eq } from 'drizzle-orm';
import {
  addEventEntries,
  catalogOf,
  updateCompetition,
  updatePrice,
  updateQuota,
  updateVariant,
} from '#modules/events/index.ts';
import { isInWindow } from '#modules/events/rules/sale.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Work } from '#src/data/work.ts';
import { endEntry } from '../end-entry.ts';
import { fillLists, freeFor } from '../fill-lists.ts';
import { offerPlaces } from '../offers.ts';
import { type Wish, type WishOfList, wishForPlaces } from '../rules/entry-state.ts';
import { refuse } from '../rules/problems.ts';
import { sizeIn } from '../rules/sizes.ts';
import { closedWaitlists, type Entry } from '../schema.ts';
import { sizeName } from '../wish-text.ts';

export type Editor = Pick<Viewer, 'userId'>;
type About = Wish & { eventId: number; id?: number };
type Change = { field: 'offeredByHand' | 'takenOffList' | 'listClosed'; before: unknown; after: unknown };

/** Records the action in the event history, without personal data. */
async function noteOnList(
  work: Work,
  editor: Editor,
  { eventId, id = 0, ...wish }: About,
  change: Change,
): Promise<void> {
  const catalog = await catalogOf(work.tx, eventId);
  const size = catalog && sizeIn(catalog, wish.variantId);
  const name = size
    ? sizeName(size)
    : (catalog?.competitions.find((each) => each.id === wish.competitionId)?.title ?? '');
  await addEventEntries(work, editor, eventId, [
    { kind: 'waitlist', action: 'changed', recordId: id, name, changes: [change] },
  ]);
}

type WithPlaces = WishOfList & { eventId: number; count: number };

/**
 * Adds places to a competition with its current price and quota, to one price only, or pieces to a size. They go to
 * the waiting list.
 * @throws Problem NOT_FOUND, WAITLIST_NO_PLACES when no price is on sale
 */
export async function addPlaces(work: Work, wanted: WithPlaces): Promise<void> {
  const { eventId, priceId, variantId, count } = wanted;
  const catalog = await catalogOf(work.tx, eventId);
  if (variantId !== null) {
    const { variant } = (catalog && sizeIn(catalog, variantId)) ?? refuse('NOT_FOUND');
    return updateVariant(work, variant.id, { availableAmount: variant.total - variant.sold + count });
  }
  const competition = catalog?.competitions.find(({ id }) => id === wanted.competitionId) ?? refuse('NOT_FOUND');
  const competitionId = competition.id;
  const open = competition.prices.filter((price) => isInWindow(price, work.now) && !price.onlyBuyableWithVoucher);
  const price =
    priceId === null
      ? (open.find(({ sold, quantityTotal }) => sold < quantityTotal) ?? open.at(-1))
      : open.find(({ id }) => id === priceId);
  if (!price) return refuse('WAITLIST_NO_PLACES');
  // Only the price is sold out; the competition has places at other prices.
  if (priceId !== null) return updatePrice(work, price.id, { quantity: price.quantityTotal - price.sold + count });
  const quota = catalog?.quotas.find(({ competitionIds }) => competitionIds.includes(competitionId));
  if (quota) await updateQuota(work, quota.id, { quotaTotal: quota.quotaTotal + count });
  await updateCompetition(work, competitionId, { totalTicketCount: competition.totalTicketCount + count });
  await updatePrice(work, price.id, { quantity: price.quantityTotal - price.sold + count });
}

/** A closed list accepts no new entries; existing ones keep waiting. */
export async function closeList(
  work: Work,
  { eventId, competitionId, isClosed }: { eventId: number; competitionId: number; isClosed: boolean },
  editor: Editor,
): Promise<void> {
  const { tx } = work;
  const changed = isClosed
    ? await tx.insert(closedWaitlists).values({ eventId, competitionId }).onConflictDoNothing().returning()
    : await tx.delete(closedWaitlists).where(eq(closedWaitlists.competitionId, competitionId)).returning();
  if (changed.length === 0) return;
  const about = { eventId, ...wishForPlaces(competitionId) };
  await noteOnList(work, editor, about, { field: 'listClosed', before: !isClosed, after: isClosed });
}

/** Offers to one entry regardless of its position. @throws Problem WAITLIST_NO_PLACES when not enough is free */
export async function offerByHand(work: Work, entry: Entry, editor: Editor): Promise<void> {
  const catalog = await catalogOf(work.tx, entry.eventId);
  const places = catalog ? await freeFor(work, catalog, entry) : undefined;
  if (entry.state !== 'waiting' || !catalog || !places || places.free < entry.places)
    return refuse('WAITLIST_NO_PLACES');
  if (!(await offerPlaces(work, catalog, entry, places))) return refuse('WAITLIST_NO_PLACES');
  await noteOnList(work, editor, entry, { field: 'offeredByHand', before: null, after: entry.places });
  await fillLists(work, entry.eventId);
}

/** Answers false if the entry had already ended. */
export async function removeEntry(work: Work, entry: Entry, editor: Editor): Promise<boolean> {
  const isGone = await endEntry(work, entry, 'organizer');
  if (isGone) await noteOnList(work, editor, entry, { field: 'takenOffList', before: null, after: entry.places });
  return isGone;
}
