import { eq, inArray } from 'drizzle-orm';
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
import { isSelling } from '#modules/events/rules/place-holds.ts';
import { isCompetitionOver, isOver, isSaleOver } from '#modules/events/rules/sale.ts';
import { heldTogether } from '#modules/events/rules/shared-quotas.ts';
import type { Work } from '#src/data/work.ts';
import { type Instant, minutes } from '#src/kernel/time.ts';
import { postEnd } from './emails.ts';
import { endOffer, type Free, keyOf, offerPlaces } from './offers.ts';
import { entriesIn, seatsOf, waitingCountAt } from './read-entries.ts';
import { type Closing, liveStates, nextOffers } from './rules/entry-state.ts';
import { offersThatStay, type Seat, sizeClosing, sizeIn, sizeOfferEnd } from './rules/sizes.ts';
import { type Entry, isForSize, type SizeEntry, waitlistEntries } from './schema.ts';

/** Ends expired offers, offers what is free, holds what is waited for. Idempotent; every change calls it. */
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
  const waiting = await waitingCountAt(tx, eventId);
  const waitedFor = new Set(
    waiting.flatMap(({ competitionId, priceId, variantId }) =>
      priceId === null && variantId === null ? [competitionId] : [],
    ),
  );
  await holdForWaiting(work, eventId, {
    competitionIds: heldTogether(catalog.competitions, catalog.quotas, waitedFor),
    priceIds: waiting.flatMap(({ priceId }) => (priceId === null ? [] : [priceId])),
    variantIds: [...new Set(waiting.flatMap(({ variantId }) => (variantId === null ? [] : [variantId])))],
  });
}

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
  // Places held for people who can never be offered them would stay unsold.
  return price.hasWaitlist && !price.onlyBuyableWithVoucher ? null : 'off';
}

/** Ends closed lists with a mail to everyone on them; answers the remaining entries. */
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
      // These people have already been told.
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

/** A reduced offer waits again at its old position. An offer without a hold was bought, was lost, or has no price. */
async function endOffers(work: Work, { competitions }: Catalog, live: readonly Entry[]): Promise<void> {
  const isSold = (priceId: number | null) => competitions.some(({ prices }) => prices.some(({ id }) => id === priceId));
  const offered = live.filter(({ state }) => state === 'offered');
  const holds = await heldPlaces(work.tx, offered.map(keyOf));
  for (const entry of offered) {
    const places = holds.get(keyOf(entry));
    const isTakenAway = !places && entry.offerPriceId !== null && !isSold(entry.offerPriceId);
    const isLost = !places && entry.offerUntil !== null && entry.offerUntil + minutes(10) <= work.now;
    if (!places && !isLost && !isTakenAway) continue;
    const isOut = !places || places.until <= work.now;
    const isWhole = places ? places.quantity >= entry.places : !isTakenAway;
    if (!isOut && isWhole) continue;
    // An incomplete offer is taken back, even if it has expired too.
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
  // Entries for any price come first, since they have no other list.
  await offer(await freeForWaiting(work.tx, catalog, work.now), (entry) =>
    entry.priceId === null && !isForSize(entry) ? entry.competitionId : null,
  );
  if (waiting.some(({ priceId }) => priceId !== null))
    await offer(await freeAtPrices(work.tx, catalog, work.now), ({ priceId }) => priceId);
}

export async function freeFor(work: Work, catalog: Catalog, entry: Entry): Promise<Free | undefined> {
  if (isForSize(entry)) return freeOfSize(work, catalog, entry);
  return entry.priceId === null
    ? (await freeForWaiting(work.tx, catalog, work.now)).get(entry.competitionId)
    : (await freeAtPrices(work.tx, catalog, work.now)).get(entry.priceId);
}

/** Offers of sizes have no hold: `kept_variants` reserves all free pieces, and `offered` entries count as taken. */
const byVariant = (entries: readonly SizeEntry[]): Map<number, SizeEntry[]> =>
  Map.groupBy(entries, ({ variantId }) => variantId);

/** Neither sold nor offered; negative after the organizer removed pieces. */
function freeOf(catalog: Catalog, variantId: number, offered: readonly SizeEntry[]): number {
  const variant = sizeIn(catalog, variantId)?.variant;
  if (!variant) return 0;
  return variant.total - variant.sold - offered.reduce((sum, { places }) => sum + places, 0);
}

/** The entry follows a person who changed to another competition. */
async function noteMoved({ tx }: Work, entries: readonly SizeEntry[], seats: ReadonlyMap<number, Seat>): Promise<void> {
  for (const { id, participantId, competitionId: before } of entries) {
    const competitionId = seats.get(participantId)?.competitionId ?? before;
    if (competitionId !== before)
      await tx.update(waitlistEntries).set({ competitionId }).where(eq(waitlistEntries.id, id));
  }
}

/** Ends expired offers; if pieces were removed, takes back the latest offers. */
async function endSizeOffers(work: Work, catalog: Catalog, live: readonly SizeEntry[]): Promise<void> {
  const offered = live.filter(({ state }) => state === 'offered');
  const lasting: SizeEntry[] = [];
  for (const entry of offered) {
    if (entry.offerUntil !== null && entry.offerUntil > work.now) lasting.push(entry);
    else await endOffer(work, entry, 'lapsed');
  }
  for (const [variantId, entries] of byVariant(lasting)) {
    const inTurn = [...entries].sort((a, b) => (a.offeredAt ?? 0) - (b.offeredAt ?? 0) || a.id - b.id);
    // A hidden event offers nothing, as with places.
    const pieces = isSelling(catalog.event, work.now) ? freeOf(catalog, variantId, []) : 0;
    const stay = offersThatStay(pieces, inTurn);
    for (const entry of inTurn) if (!stay.includes(entry)) await endOffer(work, entry, 'takenBack');
  }
}

async function offerFreeSizes(work: Work, catalog: Catalog): Promise<void> {
  if (!isSelling(catalog.event, work.now)) return;
  const inLine = (await entriesIn(work.tx, catalog.event.id, ['waiting', 'offered'])).filter(isForSize);
  for (const [variantId, entries] of byVariant(inLine)) {
    const free = freeOf(catalog, variantId, isOffered(entries));
    const waiting = entries.filter(({ state }) => state === 'waiting');
    for (const entry of nextOffers(Math.max(0, free), waiting))
      await offerPlaces(work, catalog, entry, offerOf(catalog, entry));
  }
}

async function freeOfSize(work: Work, catalog: Catalog, entry: SizeEntry): Promise<Free | undefined> {
  if (!isSelling(catalog.event, work.now)) return undefined;
  const inLine = (await entriesIn(work.tx, catalog.event.id, ['offered'])).filter(isForSize);
  const same = inLine.filter(({ variantId }) => variantId === entry.variantId);
  return { ...offerOf(catalog, entry), free: Math.max(0, freeOf(catalog, entry.variantId, same)) };
}

const isOffered = (entries: readonly SizeEntry[]): SizeEntry[] => entries.filter(({ state }) => state === 'offered');
const offerOf = (catalog: Catalog, { competitionId }: SizeEntry): Pick<Free, 'priceId' | 'end'> => ({
  priceId: null,
  end: (wanted) => sizeOfferEnd(catalog, competitionId, wanted),
});
