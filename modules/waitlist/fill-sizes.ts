import { eq } from 'drizzle-orm';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { isSelling } from '#modules/events/rules/place-holds.ts';
import type { Work } from '#src/data/work.ts';
import { endOffer, type Free, offerPlaces } from './offers.ts';
import { entriesIn } from './read-entries.ts';
import { nextOffers } from './rules/next-offers.ts';
import { offersThatStay, type Seat, sizeIn, sizeOfferEnd } from './rules/sizes.ts';
import { isForSize, type SizeEntry, waitlistEntries } from './schema.ts';

/**
 * Lists for sizes. Offers of sizes have no hold: `kept_variants` reserves all free pieces for the list, and entries
 * in state `offered` count as taken.
 */
const byVariant = (entries: readonly SizeEntry[]): Map<number, SizeEntry[]> =>
  Map.groupBy(entries, ({ variantId }) => variantId);

/** Neither sold nor offered; negative after the organizer removed pieces. */
function freeOf(catalog: Catalog, variantId: number, offered: readonly SizeEntry[]): number {
  const variant = sizeIn(catalog, variantId)?.variant;
  if (!variant) return 0;
  return variant.total - variant.sold - offered.reduce((sum, { places }) => sum + places, 0);
}

/** The entry follows a person who changed to another competition. */
export async function noteMoved(
  { tx }: Work,
  entries: readonly SizeEntry[],
  seats: ReadonlyMap<number, Seat>,
): Promise<void> {
  for (const { id, participantId, competitionId: before } of entries) {
    const competitionId = seats.get(participantId)?.competitionId ?? before;
    if (competitionId !== before)
      await tx.update(waitlistEntries).set({ competitionId }).where(eq(waitlistEntries.id, id));
  }
}

/** Ends expired offers; if pieces were removed, takes back the latest offers. */
export async function endSizeOffers(work: Work, catalog: Catalog, live: readonly SizeEntry[]): Promise<void> {
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

export async function offerFreeSizes(work: Work, catalog: Catalog): Promise<void> {
  if (!isSelling(catalog.event, work.now)) return;
  const inLine = (await entriesIn(work.tx, catalog.event.id, ['waiting', 'offered'])).filter(isForSize);
  for (const [variantId, entries] of byVariant(inLine)) {
    const free = freeOf(catalog, variantId, isOffered(entries));
    const waiting = entries.filter(({ state }) => state === 'waiting');
    for (const entry of nextOffers(Math.max(0, free), waiting))
      await offerPlaces(work, catalog, entry, offerOf(catalog, entry));
  }
}

export async function freeOfSize(work: Work, catalog: Catalog, entry: SizeEntry): Promise<Free | undefined> {
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
