import { and, eq, gt, inArray, sql } from 'drizzle-orm';
import { visitsOf } from '#modules/accounts/index.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { ready } from '#src/data/hot-statements.ts';
import type { Work } from '#src/data/work.ts';
import type { Instant } from '#src/kernel/time.ts';
import { catalogOf } from './read-catalog.ts';
import type { Catalog, CatalogEvent } from './rules/catalog.ts';
import { heldPlacesBought } from './rules/facts.ts';
import {
  fittingHolds,
  type Held,
  type HeldByOthers,
  type Holds,
  holdsPlaces,
  isHeld,
  placesToHold,
  type Wanted,
  withHolds,
} from './rules/place-holds.ts';
import { placeHolds } from './schema-holds.ts';

/** Places held for visitors who fill in forms. Every statement checks `until`; jobs only delete old rows. */

export type Buyer = Pick<Viewer, 'visitId' | 'userId' | 'level'>;
/** The buyer's visits as a JSON array; null: the event holds no places. */
export type OwnVisits = string | null;

/** Includes other devices of a verified person. */
export async function ownVisitsOf(
  reader: Reader | Tx,
  event: Pick<CatalogEvent, 'id' | 'placeHoldMinutes' | 'offerHours' | 'teamDays'>,
  buyer: Buyer | null,
): Promise<OwnVisits> {
  if (event.placeHoldMinutes === null && !holdsPlaces(event)) return null;
  if (buyer === null) return '[]';
  const { visitId, userId, level } = buyer;
  const others = level === 'verified' ? await visitsOf(reader, userId, 'proven') : [];
  const visits = [...new Set([visitId, ...others])];
  if (!holdsPlaces(event)) return JSON.stringify(visits);
  const opened = await reader.all<{ visitId: string }>(ready(openedStatement, [JSON.stringify(visits), event.id]));
  return JSON.stringify([...visits, ...opened.map((row) => row.visitId)]);
}
/** Places held for a waiting person, opened by one of these visits. */
const openedStatement = `select visit_id visitId from place_holds where opened_by in (select value from json_each(?))
  and event_id = ?`;

const isOwn = 'visit_id in (select value from json_each(?))';
/** Prefix of keys held for people who wait. */
export const holdPrefix = 'kept:';
const isKept = `substr(visit_id, 1, ${holdPrefix.length}) = '${holdPrefix}'`;
/** Places held by other visits, for a row `c` of competitions or `p` of prices. */
export const heldOf = (row: 'c' | 'p'): string => `coalesce((select sum(h.quantity) from place_holds h
    where h.event_id = c.event_id and h.until > ? and h.${row === 'c' ? 'competition_id = c' : 'price_id = p'}.id
      and h.visit_id not in (select value from json_each(?))), 0)`;

/** Places of a shared quota (row `q`) held by other visits. */
const heldOfQuota = `coalesce((select sum(h.quantity) from place_holds h
    join shared_quota_competitions o on o.competition_id = h.competition_id and o.quota_id = q.id
    where h.event_id = q.event_id and h.until > ? and h.visit_id not in (select value from json_each(?))), 0)`;
const soldOfQuota = `(select coalesce(sum(m.sold), 0) from shared_quota_competitions o
    join competitions m on m.id = o.competition_id where o.quota_id = q.id)`;
const quotaOf = `shared_quota_competitions l join shared_quotas q on q.id = l.quota_id where l.competition_id = c.id`;
/** Free places at prices people wait for, in a row `c` of competitions or `q` of quotas; others leave them. */
const waitedForAt = (competitions: string): string => `coalesce((select sum(max(0, kp.quantity_total - kp.sold
    - coalesce((select sum(h.quantity) from place_holds h
      where h.event_id = k.event_id and h.until > ? and h.price_id = kp.id), 0)))
    from kept_prices k join competition_prices kp on kp.id = k.price_id where kp.competition_id ${competitions}), 0)`;
export const waitingCountOfCompetition = waitedForAt('= c.id');
const waitedForOfQuota = waitedForAt(
  'in (select o.competition_id from shared_quota_competitions o where o.quota_id = q.id)',
);

/** The shared quota has room for so many more. */
export const roomInQuota = `not exists (select 1 from ${quotaOf} and ${soldOfQuota} + ? > q.total)`;
export const roomInQuotaBeside = `not exists (select 1 from ${quotaOf} and ${soldOfQuota} + ${heldOfQuota} + ? > q.total)`;
export const roomInQuotaForAll = `not exists (select 1 from ${quotaOf}
    and ${soldOfQuota} + ${heldOfQuota} + ${waitedForOfQuota} + ? > q.total)`;
/** Places left; null: no shared quota. */
export const leftInQuota = `(select q.total - ${soldOfQuota} from ${quotaOf})`;
export const leftInQuotaForAll = `(select q.total - ${soldOfQuota} - ${heldOfQuota} - ${waitedForOfQuota} from ${quotaOf})`;

const holdsStatement = `select competition_id competitionId, price_id priceId, sum(quantity) quantity,
      min(case when ${isKept} then null else until end) until, 0 own, 0 offered,
      null teamId, null teamName
    from place_holds where event_id = ? and until > ? and quantity > 0 and not ${isOwn} group by competition_id, price_id
  union all select competition_id, price_id, quantity, until, 1, ${isKept}, team_id, team_name from place_holds where ${isOwn} and event_id = ?
  union all select competition_id, 0, 0, null, 2, for_draw, null, null from kept_competitions where event_id = ?
  union all select 0, price_id, 0, null, 3, 0, null, null from kept_prices where event_id = ?
  union all select 0, variant_id, 0, null, 4, 0, null, null from kept_variants where event_id = ?`;

type HoldRow = HeldByOthers & { own: number; offered: number };
/** `offered`: by competition, how many places these visits were offered. */
export async function holdsOf(
  reader: Reader | Tx,
  eventId: number,
  own: string,
  now: Instant,
): Promise<Holds & { offered: ReadonlyMap<number, number> }> {
  const rows = await reader.all<HoldRow>(ready(holdsStatement, [eventId, now, own, own, ...Array(4).fill(eventId)]));
  const ownHolds = rows.filter((row): row is HoldRow & Held => row.own === 1 && row.until !== null);
  const offered = new Map<number, number>();
  for (const { competitionId, quantity } of ownHolds.filter((row) => row.offered === 1 && isHeld(row, now)))
    offered.set(competitionId, (offered.get(competitionId) ?? 0) + quantity);
  return {
    own: ownHolds,
    others: rows.filter((row) => row.own === 0),
    heldCompetitions: new Map(
      rows.filter((row) => row.own === 2).map(({ competitionId, offered }) => [competitionId, offered === 1]),
    ),
    heldPriceIds: new Set(rows.filter((row) => row.own === 3).map(({ priceId }) => priceId)),
    heldVariantIds: new Set(rows.filter((row) => row.own === 4).map(({ priceId: variantId }) => variantId)),
    offered,
  };
}

/** The catalog as these visits see it, and their own holds. Without holds the catalog is unchanged. */
export async function saleTo(
  reader: Reader | Tx,
  catalog: Catalog,
  own: OwnVisits,
  now: Instant,
): Promise<{ catalog: Catalog; own: readonly Held[]; offered: ReadonlyMap<number, number> }> {
  if (own === null) return { catalog, own: [], offered: new Map() };
  const holds = await holdsOf(reader, catalog.event.id, own, now);
  return { catalog: withHolds(catalog, holds, now), own: holds.own, offered: holds.offered };
}

export const saleFor = async (
  reader: Reader | Tx,
  catalog: Catalog,
  buyer: Buyer | null,
  now: Instant,
): Promise<Catalog> => (await saleTo(reader, catalog, await ownVisitsOf(reader, catalog.event, buyer), now)).catalog;

/** The statement holds only free places, and only while the event wants holds. */
const holdStatement = `insert into place_holds (visit_id, event_id, competition_id, price_id, quantity, until)
  select ?, c.event_id, c.id, p.id, ?, ? from competitions c
    join competition_prices p on p.competition_id = c.id join events e on e.id = c.event_id
  where c.id = ? and p.id = ? and e.place_hold_minutes is not null
    and c.sold + ${heldOf('c')} + ? <= c.total_ticket_count and p.sold + ${heldOf('p')} + ? <= p.quantity_total
    and ${roomInQuotaBeside}`;

/**
 * Holds places for the entries of a draft as far as they are free, and releases the others. The time counts from the
 * first hold. `mayGrow` is asked before more is held.
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
  const { offered } = sale;
  const own = sale.own.filter(({ competitionId }) => !offered.has(competitionId));
  const places = placesToHold(sale.catalog, { own, wanted, most, offered, now });
  if (places === null || (places.length === 0 && own.length === 0)) return;
  const before = new Map<number, number>();
  for (const hold of own)
    if (isHeld(hold, now)) before.set(hold.competitionId, (before.get(hold.competitionId) ?? 0) + hold.quantity);
  const grown = places.map(({ competitionId, quantity }) => quantity - (before.get(competitionId) ?? 0));
  const more = grown.reduce((sum, by) => sum + Math.max(0, by), 0);
  const grows = more === 0 || (await mayGrow(more));
  await tx.run(ready(`delete from place_holds where ${isOwn} and event_id = ? and not ${isKept}`, [visits, eventId]));
  for (const { competitionId, priceId, quantity: wish, until } of places) {
    const quantity = grows ? wish : Math.min(wish, before.get(competitionId) ?? 0);
    const beside = [now, '[]', quantity];
    await tx.run(
      ready(holdStatement, [buyer.visitId, quantity, until, competitionId, priceId, ...beside, ...beside, ...beside]),
    );
  }
}

/** Ends the buyer's holds after an order; places held for waiting people only at the competitions bought. */
export async function endHolds(
  work: Work,
  eventId: number,
  own: string,
  bought: readonly { competitionId: number; count: number; ofTeam: boolean }[],
): Promise<void> {
  const competitions = JSON.stringify(bought.map(({ competitionId }) => competitionId));
  let ending = own;
  for (const { ofTeam, ...each } of bought)
    if (ofTeam) ending = await releaseUnboughtTeamPlaces(work, eventId, ending, each);
  const ended = await work.tx.all<{ visitId: string }>(
    ready(
      `delete from place_holds where ${isOwn} and event_id = ?
        and (not ${isKept} or competition_id in (select value from json_each(?))) returning visit_id visitId`,
      [ending, eventId, competitions],
    ),
  );
  const keys = ended.flatMap(({ visitId }) =>
    visitId.startsWith(holdPrefix) ? [visitId.slice(holdPrefix.length)] : [],
  );
  if (keys.length > 0) await work.announce(heldPlacesBought({ eventId, keys }));
}

/** Team places that were opened but not bought stay held. Returns the visits without them. */
async function releaseUnboughtTeamPlaces(
  { tx }: Work,
  eventId: number,
  own: string,
  { competitionId, count }: { competitionId: number; count: number },
): Promise<string> {
  const ofTeam = await tx.all<{ visitId: string }>(
    ready(
      `select visit_id visitId from place_holds where ${isOwn} and event_id = ? and competition_id = ?
        and team_id is not null order by length(visit_id), visit_id`,
      [own, eventId, competitionId],
    ),
  );
  const left = ofTeam.slice(count).map(({ visitId }) => visitId);
  if (left.length === 0) return own;
  await tx.update(placeHolds).set({ openedBy: null }).where(inArray(placeHolds.visitId, left));
  return JSON.stringify((JSON.parse(own) as string[]).filter((visitId) => !left.includes(visitId)));
}

/** Releases the places; the time continues, so that coming back does not extend it. */
export async function releasePlaces({ tx }: Work, visitId: string, eventId: number): Promise<void> {
  const { quantity } = placeHolds;
  await tx
    .update(placeHolds)
    .set({ quantity: 0 })
    .where(and(eq(placeHolds.visitId, visitId), eq(placeHolds.eventId, eventId), gt(quantity, 0)));
}

export async function forgetHoldsOf({ tx }: Work, visitIds: readonly string[]): Promise<void> {
  if (visitIds.length > 0) await tx.delete(placeHolds).where(inArray(placeHolds.visitId, [...visitIds]));
}

/** Reduces holds to the room that is left after an organizer's change. */
export async function reduceHoldsToRoom({ tx, now }: Work, eventId: number): Promise<void> {
  const holds = await tx
    .select()
    .from(placeHolds)
    .where(and(eq(placeHolds.eventId, eventId), gt(placeHolds.until, now)))
    // Places promised to waiting people are reduced last.
    .orderBy(sql.raw(`${isKept} desc`), placeHolds.until, placeHolds.visitId, placeHolds.competitionId);
  const catalog = holds.length > 0 ? await catalogOf(tx, eventId) : null;
  if (!catalog) return;
  const known = holds.map((hold) => ({ ...hold, isForWaiting: hold.visitId.startsWith(holdPrefix) }));
  for (const [at, hold] of fittingHolds(catalog, known, now).entries()) {
    const { visitId, competitionId, quantity, until } = hold;
    if (quantity === holds[at]?.quantity && until === holds[at]?.until) continue;
    const { visitId: ofVisit, eventId: ofEvent, competitionId: ofCompetition } = placeHolds;
    await tx
      .update(placeHolds)
      .set({ quantity, until })
      .where(and(eq(ofVisit, visitId), eq(ofEvent, eventId), eq(ofCompetition, competitionId)));
  }
}
