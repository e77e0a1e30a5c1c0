import { and, eq, gt, inArray, isNotNull, notInArray } from 'drizzle-orm';
import type { Reader, Tx } from '#src/data/database.ts';
import { ready } from '#src/data/hot-statements.ts';
import type { Work } from '#src/data/work.ts';
import type { Instant } from '#src/kernel/time.ts';
import { touchEvent } from './changes/touch-event.ts';
import { heldOf, holdPrefix, holdsOf, roomInQuotaBeside } from './place-holds.ts';
import type { Catalog } from './rules/catalog.ts';
import { endAt, isSelling, noHolds, withHolds } from './rules/place-holds.ts';
import {
  availableTickets,
  currentPrice,
  isCompetitionOver,
  isInWindow,
  placesFree,
  quantityLeft,
} from './rules/sale.ts';
import { heldCompetitions, heldPrices, heldVariants, placeHolds } from './schema-holds.ts';

/**
 * Places held for people who wait. The key belongs to the calling module. They are stored with all other holds; a
 * visit that opens a key can buy them.
 */

const rowOf = (key: string): string => holdPrefix + key;

type WaitedFor = {
  competitionIds: readonly number[];
  priceIds: readonly number[];
  variantIds: readonly number[];
};

/** Reserves these for people who wait and releases others of the event, except those held for a draw. */
export async function holdForWaiting(
  { tx }: Work,
  eventId: number,
  { competitionIds, priceIds, variantIds }: WaitedFor,
): Promise<void> {
  await tx
    .delete(heldPrices)
    .where(and(eq(heldPrices.eventId, eventId), notInArray(heldPrices.priceId, [...priceIds])));
  if (priceIds.length > 0)
    await tx
      .insert(heldPrices)
      .values(priceIds.map((priceId) => ({ priceId, eventId })))
      .onConflictDoNothing();
  await tx
    .delete(heldVariants)
    .where(and(eq(heldVariants.eventId, eventId), notInArray(heldVariants.variantId, [...variantIds])));
  if (variantIds.length > 0)
    await tx
      .insert(heldVariants)
      .values(variantIds.map((variantId) => ({ variantId, eventId })))
      .onConflictDoNothing();
  const isOfEvent = eq(heldCompetitions.eventId, eventId);
  await tx
    .delete(heldCompetitions)
    .where(
      and(
        isOfEvent,
        eq(heldCompetitions.forDraw, false),
        notInArray(heldCompetitions.competitionId, [...competitionIds]),
      ),
    );
  if (competitionIds.length === 0) return;
  await tx
    .insert(heldCompetitions)
    .values(competitionIds.map((competitionId) => ({ competitionId, eventId })))
    .onConflictDoNothing();
}

/** Blocks the sale of a competition until its draw, or ends that. */
export async function holdForDraw(
  work: Work,
  { eventId, competitionId }: { eventId: number; competitionId: number },
  isHeld: boolean,
): Promise<void> {
  const ofIt = eq(heldCompetitions.competitionId, competitionId);
  if (isHeld)
    await work.tx
      .insert(heldCompetitions)
      .values({ competitionId, eventId, forDraw: true })
      .onConflictDoUpdate({ target: heldCompetitions.competitionId, set: { forDraw: true } });
  else await work.tx.delete(heldCompetitions).where(and(ofIt, eq(heldCompetitions.forDraw, true)));
  await touchEvent(work, eventId);
}

/** Free places at the current price; `end` limits how long they may be held. */
export type FreePlaces = { free: number; priceId: number; end: (wanted: Instant) => Instant };

/** Free places by competition, without voucher prices and competitions before a draw other than `drawnId`. */
export async function freeForWaiting(
  reader: Reader | Tx,
  catalog: Catalog,
  now: Instant,
  drawnId: number | null = null,
): Promise<ReadonlyMap<number, FreePlaces>> {
  const free = (await competitionsOnSale(reader, catalog, now, drawnId)).flatMap((competition) => {
    const price = currentPrice(competition, now);
    if (!price || price.onlyBuyableWithVoucher) return [];
    const end = (wanted: Instant) => endAt(catalog.event, competition, price, wanted);
    return [[competition.id, { free: availableTickets(competition, now), priceId: price.id, end }] as const];
  });
  return new Map(free);
}

/** Free places for people who wait for a price, by price. */
export async function freeAtPrices(
  reader: Reader | Tx,
  catalog: Catalog,
  now: Instant,
): Promise<ReadonlyMap<number, FreePlaces>> {
  const free = (await competitionsOnSale(reader, catalog, now)).flatMap((competition) =>
    competition.prices.flatMap((price) => {
      if (price.onlyBuyableWithVoucher || !isInWindow(price, now)) return [];
      const end = (wanted: Instant) => endAt(catalog.event, competition, price, wanted);
      const free = Math.min(placesFree(competition), quantityLeft(price));
      return [[price.id, { free, priceId: price.id, end }] as const];
    }),
  );
  return new Map(free);
}

/** Competitions on sale after all holds, ignoring waiting lists; of those before a draw only `drawnId`. */
async function competitionsOnSale(reader: Reader | Tx, catalog: Catalog, now: Instant, drawnId: number | null = null) {
  if (!isSelling(catalog.event, now)) return [];
  const { others, heldCompetitions } = await holdsOf(reader, catalog.event.id, '[]', now);
  const { competitions } = withHolds(catalog, { ...noHolds, others }, now);
  return competitions.filter(
    (competition) =>
      !isCompetitionOver(competition, now) &&
      (competition.id === drawnId || heldCompetitions.get(competition.id) !== true),
  );
}

/** The statement holds only places that are free. */
const holdStatement = `insert into place_holds (visit_id, event_id, competition_id, price_id, quantity, until, team_id, team_name)
  select ?, c.event_id, c.id, p.id, ?, ?, ?, ? from competitions c
    join competition_prices p on p.competition_id = c.id join events e on e.id = c.event_id
  where c.id = ? and p.id = ? and iif(? is null, e.offer_hours, e.team_days) is not null
    and c.sold + ${heldOf('c')} + ? <= c.total_ticket_count and p.sold + ${heldOf('p')} + ? <= p.quantity_total
    and ${roomInQuotaBeside}
  returning visit_id`;

/** Holds places under a new key. Returns false unless all of them are free. */
export async function reserveForHold(
  { tx, now }: Work,
  hold: {
    key: string;
    competitionId: number;
    priceId: number;
    quantity: number;
    until: Instant;
    /** For a team; else for a person who waits. */
    team?: { id: number; name: string };
  },
): Promise<boolean> {
  const { key, competitionId, priceId, quantity, until, team } = hold;
  const teamId = team?.id ?? null;
  const beside = [now, '[]', quantity];
  const rows = await tx.all(
    ready(holdStatement, [
      ...[rowOf(key), quantity, until, teamId, team?.name ?? null, competitionId, priceId, teamId],
      ...beside,
      ...beside,
      ...beside,
    ]),
  );
  return rows.length === 1;
}

/** Missing keys were released or bought. */
export async function heldPlaces(
  reader: Reader | Tx,
  keys: readonly string[],
): Promise<ReadonlyMap<string, { quantity: number; until: Instant }>> {
  if (keys.length === 0) return new Map();
  const rows = await reader
    .select({ visitId: placeHolds.visitId, quantity: placeHolds.quantity, until: placeHolds.until })
    .from(placeHolds)
    .where(inArray(placeHolds.visitId, keys.map(rowOf)));
  return new Map(rows.map(({ visitId, ...hold }) => [visitId.slice(holdPrefix.length), hold]));
}

export async function giveBackHold({ tx }: Work, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await tx.delete(placeHolds).where(inArray(placeHolds.visitId, keys.map(rowOf)));
}

export async function changeHold(
  { tx }: Work,
  keys: readonly string[],
  change: { until?: Instant; teamName?: string },
): Promise<void> {
  if (keys.length > 0)
    await tx
      .update(placeHolds)
      .set(change)
      .where(inArray(placeHolds.visitId, keys.map(rowOf)));
}

/** Team places that the visit opened and did not buy stay held, for any member. */
export async function closeHold({ tx }: Work, competitionId: number, visitId: string): Promise<void> {
  await tx
    .update(placeHolds)
    .set({ openedBy: null })
    .where(
      and(eq(placeHolds.openedBy, visitId), eq(placeHolds.competitionId, competitionId), isNotNull(placeHolds.teamId)),
    );
}

/** The visit that opened these keys can no longer buy them; they stay held. */
export async function closeKeys({ tx }: Work, keys: readonly string[]): Promise<void> {
  if (keys.length > 0)
    await tx
      .update(placeHolds)
      .set({ openedBy: null })
      .where(inArray(placeHolds.visitId, keys.map(rowOf)));
}

/** Lets the visit buy what is held under the key. False when the hold is over. */
export async function releaseHold({ tx, now }: Work, key: string, visitId: string): Promise<boolean> {
  const opened = await tx
    .update(placeHolds)
    .set({ openedBy: visitId })
    .where(and(eq(placeHolds.visitId, rowOf(key)), gt(placeHolds.until, now), gt(placeHolds.quantity, 0)))
    .returning({ eventId: placeHolds.eventId });
  return opened.length === 1;
}
