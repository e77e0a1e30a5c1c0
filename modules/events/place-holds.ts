import { and, eq, gt, inArray } from 'drizzle-orm';
import { visitsOf } from '#modules/accounts/index.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Reader, Tx } from '#src/platform/database.ts';
import { ready } from '#src/platform/hot-statements.ts';
import type { Viewer } from '#src/platform/viewer.ts';
import type { Work } from '#src/platform/work.ts';
import { catalogOf } from './read-catalog.ts';
import type { Catalog, CatalogEvent } from './rules/catalog.ts';
import {
  fittingHolds,
  type Held,
  type Holds,
  isHeld,
  placesToHold,
  type Wanted,
  withHolds,
} from './rules/place-holds.ts';
import { placeHolds } from './schema-holds.ts';

/**
 * The second book of the stock: what is kept for visitors while they fill in, in events that want it. Whether a hold lasts
 * is asked of its `until` in every statement; jobs only tidy up.
 */

export type Buyer = Pick<Viewer, 'visitId' | 'userId' | 'level'>;
/** Whose held places are the buyer's own: their visits, as a JSON array. null: the event holds no places. */
export type OwnVisits = string | null;

/** Whoever proved the mailbox is the same person on all their devices. Events without holds are asked nothing. */
export async function ownVisitsOf(
  reader: Reader | Tx,
  { placeHoldMinutes }: Pick<CatalogEvent, 'placeHoldMinutes'>,
  buyer: Buyer | null,
): Promise<OwnVisits> {
  if (placeHoldMinutes === null) return null;
  if (buyer === null) return '[]';
  const { visitId, userId, level } = buyer;
  const others = level === 'verified' ? await visitsOf(reader, userId, 'proven') : [];
  return JSON.stringify([...new Set([visitId, ...others])]);
}

const isOwn = 'visit_id in (select value from json_each(?))';
/** The places that others than these visits hold, of a row `c` of competitions, or of a row `p` of its prices. */
export const heldOf = (row: 'c' | 'p'): string => `coalesce((select sum(h.quantity) from place_holds h
    where h.event_id = c.event_id and h.until > ? and h.${row === 'c' ? 'competition_id = c' : 'price_id = p'}.id
      and h.visit_id not in (select value from json_each(?))), 0)`;

const holdsStatement = `select competition_id competitionId, price_id priceId, sum(quantity) quantity, min(until) until, 0 own
    from place_holds where event_id = ? and until > ? and quantity > 0 and not ${isOwn} group by competition_id, price_id
  union all select competition_id, price_id, quantity, until, 1 from place_holds where ${isOwn} and event_id = ?`;

async function holdsOf(reader: Reader | Tx, eventId: number, own: string, now: Instant): Promise<Holds> {
  const rows = await reader.all<Held & { own: number }>(ready(holdsStatement, [eventId, now, own, own, eventId]));
  const [mine, others] = [rows.filter((row) => row.own === 1), rows.filter((row) => row.own === 0)];
  return { own: mine, others };
}

/** The event as these visits meet it, and what they hold or held. Without holds it is the catalogue itself. */
export async function saleTo(
  reader: Reader | Tx,
  catalog: Catalog,
  own: OwnVisits,
  now: Instant,
): Promise<{ catalog: Catalog; own: readonly Held[] }> {
  if (own === null) return { catalog, own: [] };
  const holds = await holdsOf(reader, catalog.event.id, own, now);
  return { catalog: withHolds(catalog, holds, now), own: holds.own };
}

/** The event as a buyer meets it. */
export const saleFor = async (
  reader: Reader | Tx,
  catalog: Catalog,
  buyer: Buyer | null,
  now: Instant,
): Promise<Catalog> => (await saleTo(reader, catalog, await ownVisitsOf(reader, catalog.event, buyer), now)).catalog;

/** Only as much as is free, decided by the statement, and only where the event still wants it. */
const holdStatement = `insert into place_holds (visit_id, event_id, competition_id, price_id, quantity, until)
  select ?, c.event_id, c.id, p.id, ?, ? from competitions c
    join competition_prices p on p.competition_id = c.id join events e on e.id = c.event_id
  where c.id = ? and p.id = ? and e.place_hold_minutes is not null
    and c.sold + ${heldOf('c')} + ? <= c.total_ticket_count and p.sold + ${heldOf('p')} + ? <= p.quantity_total`;

/**
 * Keeps places for the entries of a draft, as far as they are free, and gives back what it asks for no longer. The time
 * counts from the first place. `mayGrow` is asked before more is kept than was.
 */
export async function holdPlaces(
  work: Work,
  input: {
    eventId: number;
    buyer: Buyer;
    wanted: readonly Wanted[];
    most: number;
    mayGrow: (places: number) => Promise<boolean>;
  },
): Promise<void> {
  const { tx, now } = work;
  const { eventId, buyer, wanted, most, mayGrow } = input;
  const catalog = await catalogOf(tx, eventId);
  const visits = catalog && (await ownVisitsOf(tx, catalog.event, buyer));
  if (!catalog || !visits) return;
  const sale = await saleTo(tx, catalog, visits, now);
  const places = placesToHold(sale.catalog, { own: sale.own, wanted, most, now });
  if (places === null || (places.length === 0 && sale.own.length === 0)) return;
  const before = new Map<number, number>();
  for (const hold of sale.own)
    if (isHeld(hold, now)) before.set(hold.competitionId, (before.get(hold.competitionId) ?? 0) + hold.quantity);
  const grown = places.map(({ competitionId, quantity }) => quantity - (before.get(competitionId) ?? 0));
  const more = grown.reduce((sum, by) => sum + Math.max(0, by), 0);
  const grows = more === 0 || (await mayGrow(more));
  await tx.run(ready(`delete from place_holds where ${isOwn} and event_id = ?`, [visits, eventId]));
  for (const { competitionId, priceId, quantity: wish, until } of places) {
    const quantity = grows ? wish : Math.min(wish, before.get(competitionId) ?? 0);
    const beside = [now, '[]', quantity];
    await tx.run(ready(holdStatement, [buyer.visitId, quantity, until, competitionId, priceId, ...beside, ...beside]));
  }
}

/** What these visits hold at an event is bought, and their time begins anew. */
export const endHolds = async ({ tx }: Work, eventId: number, own: string): Promise<void> => {
  await tx.run(ready(`delete from place_holds where ${isOwn} and event_id = ?`, [own, eventId]));
};

/** Nobody fills in there any more. Their time goes on, so that coming back makes it no longer. */
export async function letGoOfPlaces({ tx }: Work, visitId: string, eventId: number): Promise<void> {
  const { quantity } = placeHolds;
  await tx
    .update(placeHolds)
    .set({ quantity: 0 })
    .where(and(eq(placeHolds.visitId, visitId), eq(placeHolds.eventId, eventId), gt(quantity, 0)));
}

/** These visits are over. */
export async function forgetHoldsOf({ tx }: Work, visitIds: readonly string[]): Promise<void> {
  if (visitIds.length > 0) await tx.delete(placeHolds).where(inArray(placeHolds.visitId, [...visitIds]));
}

/** After an organizer changed an event nothing is kept that it has no room for. */
export async function fitHolds({ tx, now }: Work, eventId: number): Promise<void> {
  const holds = await tx
    .select()
    .from(placeHolds)
    .where(and(eq(placeHolds.eventId, eventId), gt(placeHolds.until, now)))
    .orderBy(placeHolds.until, placeHolds.visitId, placeHolds.competitionId);
  const catalog = holds.length > 0 ? await catalogOf(tx, eventId) : null;
  if (!catalog) return;
  for (const [at, hold] of fittingHolds(catalog, holds, now).entries()) {
    const { visitId, competitionId, quantity, until } = hold;
    if (quantity === holds[at]?.quantity && until === holds[at]?.until) continue;
    const { visitId: ofVisit, eventId: ofEvent, competitionId: ofCompetition } = placeHolds;
    await tx
      .update(placeHolds)
      .set({ quantity, until })
      .where(and(eq(ofVisit, visitId), eq(ofEvent, eventId), eq(ofCompetition, competitionId)));
  }
}
