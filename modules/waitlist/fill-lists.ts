import { inArray } from 'drizzle-orm';
import {
  catalogOf,
  type FreePlaces,
  freeAtPrices,
  freeForWaiting,
  giveBackHold,
  heldPlaces,
  holdForWaiting,
} from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { isCompetitionOver, isOver, isSaleOver } from '#modules/events/rules/sale.ts';
import { keptTogether } from '#modules/events/rules/shared-quotas.ts';
import type { Work } from '#src/data/work.ts';
import { type Instant, minutes } from '#src/kernel/time.ts';
import { postEnd } from './emails.ts';
import { endSizeOffers, freeOfSize, noteMoved, offerFreeSizes } from './fill-sizes.ts';
import { endOffer, type Free, keyOf, offerPlaces } from './offers.ts';
import { entriesIn, seatsOf, waitedForAt } from './read-entries.ts';
import { type Closing, liveStates } from './rules/entry-state.ts';
import { nextOffers } from './rules/next-offers.ts';
import { sizeClosing } from './rules/sizes.ts';
import { type Entry, isForSize, waitlistEntries } from './schema.ts';

/**
 * Brings the lists of an event to what is true now: offers that ran out end, what is free is offered in the order of the
 * line, and a competition, a price or a size is kept for its line as long as somebody stands in it. It may be called at any
 * time and as often as one likes; whoever changes a list calls it in the same work.
 */
export async function fillLists(work: Work, eventId: number): Promise<void> {
  const { tx } = work;
  const live = await entriesIn(tx, eventId, liveStates);
  const catalog = live.length > 0 ? await catalogOf(tx, eventId) : null;
  if (!catalog) return holdForWaiting(work, eventId, { competitionIds: [], priceIds: [], variantIds: [] });
  const left = await endOverLists(work, catalog, live);
  const forSizes = left.filter(isForSize);
  await endOffers(
    work,
    catalog,
    left.filter((entry) => !isForSize(entry)),
  );
  await endSizeOffers(work, catalog, forSizes);
  await offerFree(work, catalog);
  if (forSizes.length > 0) await offerFreeSizes(work, catalog);
  const waiting = await waitedForAt(tx, eventId);
  const waitedFor = new Set(
    waiting.flatMap(({ competitionId, priceId, variantId }) =>
      priceId === null && variantId === null ? [competitionId] : [],
    ),
  );
  await holdForWaiting(work, eventId, {
    competitionIds: keptTogether(catalog.competitions, catalog.quotas, waitedFor),
    priceIds: waiting.flatMap(({ priceId }) => (priceId === null ? [] : [priceId])),
    variantIds: [...new Set(waiting.flatMap(({ variantId }) => (variantId === null ? [] : [variantId])))],
  });
}

/** Why nobody can wait at an event, for a competition of it, or for a price, any more. */
function closingOf({ event, competitions }: Catalog, { competitionId, priceId }: Entry, now: Instant): Closing | null {
  if (event.canceled) return 'canceled';
  if (isOver(event, now)) return 'over';
  if (event.offerHours === null) return 'off';
  const competition = competitions.find(({ id }) => id === competitionId);
  if (!competition) return null;
  if (priceId === null) return isSaleOver(competition, now) ? 'over' : null;
  const price = competition.prices.find(({ id }) => id === priceId);
  const isGone = !price || (price.availableTo !== null && price.availableTo < now);
  if (isGone || isCompetitionOver(competition, now)) return 'over';
  // Kept for people to whom it is never offered, it would be nobody's.
  return price.hasWaitlist && !price.onlyBuyableWithVoucher ? null : 'off';
}

/** Lists that are over end with a mail to all who were on them; answers who is left. */
async function endOverLists(work: Work, catalog: Catalog, live: readonly Entry[]): Promise<Entry[]> {
  const left: Entry[] = [];
  const ended: Entry[] = [];
  const seats = await seatsOf(work.tx, live.filter(isForSize));
  await noteMoved(work, live.filter(isForSize), seats);
  for (const entry of live) {
    const closing = isForSize(entry)
      ? sizeClosing(catalog, entry, seats.get(entry.participantId), work.now)
      : closingOf(catalog, entry, work.now);
    if (closing === null) left.push(entry);
    else {
      ended.push(entry);
      // Whose order is canceled, or whose place is somebody else's, was told that.
      if (entry.state !== 'asked' && closing !== 'gone') await postEnd(work, entry, closing);
    }
  }
  if (ended.length === 0) return left;
  await giveBackHold(work, ended.map(keyOf));
  await work.tx
    .update(waitlistEntries)
    .set({ state: 'closed', endedAt: work.now })
    .where(
      inArray(
        waitlistEntries.id,
        ended.map(({ id }) => id),
      ),
    );
  return left;
}

/**
 * Offers whose hour has come lapse. What an organizer took away of one puts its people back into line, where they stood.
 * An offer without a row was bought, which is on its way here, and has lapsed when its hour is long over, so that nobody is
 * on the list for good; unless its price was deleted, and the row with it.
 */
async function endOffers(work: Work, { competitions }: Catalog, live: readonly Entry[]): Promise<void> {
  const isSold = (priceId: number | null) => competitions.some(({ prices }) => prices.some(({ id }) => id === priceId));
  const offered = live.filter(({ state }) => state === 'offered');
  const kept = await heldPlaces(work.tx, offered.map(keyOf));
  for (const entry of offered) {
    const places = kept.get(keyOf(entry));
    const isTakenAway = !places && entry.offerPriceId !== null && !isSold(entry.offerPriceId);
    const isLost = !places && entry.offerUntil !== null && entry.offerUntil + minutes(10) <= work.now;
    if (!places && !isLost && !isTakenAway) continue;
    const isOut = !places || places.until <= work.now;
    const isWhole = places ? places.quantity >= entry.places : !isTakenAway;
    if (!isOut && isWhole) continue;
    // Fewer places than were offered are no offer, whatever the hour.
    const isLapsed = isOut && isWhole;
    await endOffer(work, entry, isLapsed ? 'lapsed' : 'takenBack');
  }
}

async function offerFree(work: Work, catalog: Catalog): Promise<void> {
  const waiting = await entriesIn(work.tx, catalog.event.id, ['waiting']);
  const offer = async (free: ReadonlyMap<number, FreePlaces>, wish: (entry: Entry) => number | null) => {
    for (const [id, places] of free) {
      const line = waiting.filter((entry) => wish(entry) === id);
      for (const entry of nextOffers(places.free, line)) await offerPlaces(work, catalog, entry, places);
    }
  };
  // Whoever takes any price comes first: for them there is nothing else.
  await offer(await freeForWaiting(work.tx, catalog, work.now), (entry) =>
    entry.priceId === null && !isForSize(entry) ? entry.competitionId : null,
  );
  if (waiting.some(({ priceId }) => priceId !== null))
    await offer(await freeAtPrices(work.tx, catalog, work.now), ({ priceId }) => priceId);
}

/** What could be offered to somebody in line at this moment. */
export async function freeFor(work: Work, catalog: Catalog, entry: Entry): Promise<Free | undefined> {
  if (isForSize(entry)) return freeOfSize(work, catalog, entry);
  return entry.priceId === null
    ? (await freeForWaiting(work.tx, catalog, work.now)).get(entry.competitionId)
    : (await freeAtPrices(work.tx, catalog, work.now)).get(entry.priceId);
}
