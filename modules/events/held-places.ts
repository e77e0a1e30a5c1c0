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
 * Places that are kept for somebody who waits, under a key that only whoever keeps them understands. They lie in the book
 * of the holds, so everybody respects them; a visit that opens them can buy them.
 */

const rowOf = (key: string): string => holdPrefix + key;

/** What somebody waits for at an event: places of competitions, whatever they cost, places at a price, sizes of articles. */
type WaitedFor = {
  competitionIds: readonly number[];
  priceIds: readonly number[];
  variantIds: readonly number[];
};

/**
 * Nothing of these competitions of an event, and nothing at these prices, is sold but to those who hold it, and nothing of
 * these sizes but to those they were offered to; the others are everybody's again, but for those that are kept for a draw.
 */
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

/** From now on nothing of a competition is sold until its draw; or the draw is done, and whoever waits comes first. */
export async function holdForDraw(
  work: Work,
  { eventId, competitionId }: { eventId: number; competitionId: number },
  isKept: boolean,
): Promise<void> {
  const ofIt = eq(heldCompetitions.competitionId, competitionId);
  if (isKept)
    await work.tx
      .insert(heldCompetitions)
      .values({ competitionId, eventId, forDraw: true })
      .onConflictDoUpdate({ target: heldCompetitions.competitionId, set: { forDraw: true } });
  else await work.tx.delete(heldCompetitions).where(and(ofIt, eq(heldCompetitions.forDraw, true)));
  await touchEvent(work, eventId);
}

/** What can be kept of a competition: so many places, at the price of now, until `end` at the latest. */
export type FreePlaces = { free: number; priceId: number; end: (wanted: Instant) => Instant };

/**
 * What is free at an event for those who wait, by competition. What is sold with a voucher alone is for its holders, and
 * what is kept for a draw for those of the draw of `drawn`.
 */
export async function freeForWaiting(
  reader: Reader | Tx,
  catalog: Catalog,
  now: Instant,
  drawn: number | null = null,
): Promise<ReadonlyMap<number, FreePlaces>> {
  const free = (await unheld(reader, catalog, now, drawn)).flatMap((competition) => {
    const price = currentPrice(competition, now);
    if (!price || price.onlyBuyableWithVoucher) return [];
    const end = (wanted: Instant) => endAt(catalog.event, competition, price, wanted);
    return [[competition.id, { free: availableTickets(competition, now), priceId: price.id, end }] as const];
  });
  return new Map(free);
}

/** The same by price, for those who wait for one. */
export async function freeAtPrices(
  reader: Reader | Tx,
  catalog: Catalog,
  now: Instant,
): Promise<ReadonlyMap<number, FreePlaces>> {
  const free = (await unheld(reader, catalog, now)).flatMap((competition) =>
    competition.prices.flatMap((price) => {
      if (price.onlyBuyableWithVoucher || !isInWindow(price, now)) return [];
      const end = (wanted: Instant) => endAt(catalog.event, competition, price, wanted);
      const free = Math.min(placesFree(competition), quantityLeft(price));
      return [[price.id, { free, priceId: price.id, end }] as const];
    }),
  );
  return new Map(free);
}

/** The competitions that sell, beside what anybody holds, whoever waits; of those that are kept for a draw only `drawn`. */
async function unheld(reader: Reader | Tx, catalog: Catalog, now: Instant, drawn: number | null = null) {
  if (!isSelling(catalog.event, now)) return [];
  const { others, kept } = await holdsOf(reader, catalog.event.id, '[]', now);
  const { competitions } = withHolds(catalog, { ...noHolds, others }, now);
  return competitions.filter(
    (competition) =>
      !isCompetitionOver(competition, now) && (competition.id === drawn || kept.get(competition.id) !== true),
  );
}

/** Only as much as is free beside everything that is held, decided by the statement. */
const holdStatement = `insert into place_holds (visit_id, event_id, competition_id, price_id, quantity, until, team_id, team_name)
  select ?, c.event_id, c.id, p.id, ?, ?, ?, ? from competitions c
    join competition_prices p on p.competition_id = c.id join events e on e.id = c.event_id
  where c.id = ? and p.id = ? and iif(? is null, e.offer_hours, e.team_days) is not null
    and c.sold + ${heldOf('c')} + ? <= c.total_ticket_count and p.sold + ${heldOf('p')} + ? <= p.quantity_total
    and ${roomInQuotaBeside}
  returning visit_id`;

/** Keeps places under a key that keeps none yet. Answers false, and keeps nothing, where not all of them are free. */
export async function reserveForHold(
  { tx, now }: Work,
  kept: {
    key: string;
    competitionId: number;
    priceId: number;
    quantity: number;
    until: Instant;
    /** For members of a team; else for somebody who waits. */
    team?: { id: number; name: string };
  },
): Promise<boolean> {
  const { key, competitionId, priceId, quantity, until, team } = kept;
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

/** What is kept under these keys; one that was given back or bought is not there. */
export async function heldPlaces(
  reader: Reader | Tx,
  keys: readonly string[],
): Promise<ReadonlyMap<string, { quantity: number; until: Instant }>> {
  if (keys.length === 0) return new Map();
  const rows = await reader
    .select({ visitId: placeHolds.visitId, quantity: placeHolds.quantity, until: placeHolds.until })
    .from(placeHolds)
    .where(inArray(placeHolds.visitId, keys.map(rowOf)));
  return new Map(rows.map(({ visitId, ...kept }) => [visitId.slice(holdPrefix.length), kept]));
}

export async function giveBackHold({ tx }: Work, keys: readonly string[]): Promise<void> {
  if (keys.length > 0) await tx.delete(placeHolds).where(inArray(placeHolds.visitId, keys.map(rowOf)));
}

/** What is kept for a team lasts until then, or is called otherwise. */
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

/** What this visit opened of teams in a competition and did not buy is nobody's in particular again, and stays kept. */
export async function closeHold({ tx }: Work, competitionId: number, visitId: string): Promise<void> {
  await tx
    .update(placeHolds)
    .set({ openedBy: null })
    .where(
      and(eq(placeHolds.openedBy, visitId), eq(placeHolds.competitionId, competitionId), isNotNull(placeHolds.teamId)),
    );
}

/** Whoever opened what is kept under these keys cannot buy it any more; it stays kept. */
export async function closeKeys({ tx }: Work, keys: readonly string[]): Promise<void> {
  if (keys.length > 0)
    await tx
      .update(placeHolds)
      .set({ openedBy: null })
      .where(inArray(placeHolds.visitId, keys.map(rowOf)));
}

/** From now on this visit can buy what is kept under the key. Answers false when it is nobody's to buy any more. */
export async function releaseHold({ tx, now }: Work, key: string, visitId: string): Promise<boolean> {
  const opened = await tx
    .update(placeHolds)
    .set({ openedBy: visitId })
    .where(and(eq(placeHolds.visitId, rowOf(key)), gt(placeHolds.until, now), gt(placeHolds.quantity, 0)))
    .returning({ eventId: placeHolds.eventId });
  return opened.length === 1;
}
