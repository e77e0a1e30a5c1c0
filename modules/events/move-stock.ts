import { and, eq, gte, sql } from 'drizzle-orm';
import { ready } from '#src/data/hot-statements.ts';
import type { Work } from '#src/data/work.ts';
import { assert } from '#src/kernel/assert.ts';
import { type Instant, toIso } from '#src/kernel/time.ts';
import {
  heldOf,
  leftInQuota,
  leftInQuotaForAll,
  type OwnVisits,
  roomInQuota,
  roomInQuotaBeside,
  roomInQuotaForAll,
  waitingCountOfCompetition,
} from './place-holds.ts';
import { heldPlacesFreed } from './rules/facts.ts';
import { refuse } from './rules/problems.ts';
import { articleVariants, competitionPrices, competitions } from './schema.ts';

/** The UPDATE that moves the count checks the limit, so it holds across processes. CHECK constraints back it up. */
export type Tickets = { competitionId: number; priceId: number; count: number };
export type Pieces = { variantId: number; quantity: number };

const takeStatement = `update competitions as c set sold = sold + ? where id = ? and sold + ? <= total_ticket_count
  and ${roomInQuota}
  and exists (select 1 from competition_prices p where p.id = ? and p.competition_id = c.id
    and p.sold + ? <= p.quantity_total)
  returning id`;
/** What these visits hold, under a condition on the holds `h`. */
const ownHeldWhere = (condition: string): string => `(select coalesce(sum(h.quantity), 0) from place_holds h
      where h.event_id = c.event_id and h.until > ? and ${condition} and h.visit_id in (select value from json_each(?)))`;
/**
 * Respects holds of others. Where people wait for the competition or price, only held places are sold; other buyers
 * leave the places that are offered at prices people wait for.
 */
const takeBesideStatement = `update competitions as c set sold = sold + ?
  where id = ? and sold + ${heldOf('c')} + ? <= total_ticket_count and ${roomInQuotaBeside}
  and (not exists (select 1 from kept_competitions k where k.competition_id = c.id)
    or ? <= ${ownHeldWhere('h.competition_id = c.id')})
  and (? <= ${ownHeldWhere('h.competition_id = c.id')}
    or sold + ${heldOf('c')} + ${waitingCountOfCompetition} + ? <= total_ticket_count and ${roomInQuotaForAll})
  and exists (select 1 from competition_prices p where p.id = ? and p.competition_id = c.id
    and p.sold + ${heldOf('p')} + ? <= p.quantity_total
    and (not exists (select 1 from kept_prices k where k.price_id = p.id) or ? <= ${ownHeldWhere('h.price_id = p.id')}))
  returning id`;

/**
 * Takes tickets of the competition and its price, both or none. `own`: visits whose holds may be used.
 * @throws Problem NOT_ENOUGH_TICKETS with `details.left` (and `heldTill`); RESERVING_TICKETS_FAILED for a missing
 * price
 */
export async function reserveTickets(
  work: Work,
  { competitionId, priceId, count }: Tickets,
  own: OwnVisits,
): Promise<void> {
  assert(Number.isSafeInteger(count) && count > 0, 'tickets are reserved in whole numbers above 0');
  const beside = [work.now, own, count];
  // The statement checks the price as well, so a refusal changes neither row.
  const taken = await work.tx.all(
    own === null
      ? ready(takeStatement, [count, competitionId, count, count, priceId, count])
      : ready(takeBesideStatement, [
          count,
          competitionId,
          ...beside,
          ...beside,
          ...[count, work.now, own],
          ...[count, work.now, own],
          ...[work.now, own, work.now, count],
          ...[work.now, own, work.now, count],
          priceId,
          ...beside,
          ...[count, work.now, own],
        ]),
  );
  if (taken.length === 0) return refuseTickets(work, { competitionId, priceId, count }, own);
  const priced = await work.tx.all(
    ready('update competition_prices set sold = sold + ? where id = ? and sold + ? <= quantity_total returning id', [
      count,
      priceId,
      count,
    ]),
  );
  assert(priced.length === 1, 'a price that had room has it still, within one transaction');
}

async function refuseTickets(work: Work, { competitionId, priceId }: Tickets, own: OwnVisits): Promise<never> {
  const [found] = await work.tx
    .select({
      ofCompetition: sql<number>`${competitions.totalTicketCount} - ${competitions.sold}`,
      ofPrice: sql<number>`${competitionPrices.quantityTotal} - ${competitionPrices.sold}`,
    })
    .from(competitions)
    .innerJoin(competitionPrices, eq(competitionPrices.competitionId, competitions.id))
    .where(and(eq(competitions.id, competitionId), eq(competitionPrices.id, priceId)));
  if (!found) return refuse('RESERVING_TICKETS_FAILED', { competitionId });
  const held = own === null ? null : await heldBeside(work, competitionId, priceId, own);
  const quotaLeft = await leftTogether(work, competitionId, own);
  const ownHeld = held?.mine ?? 0;
  const open = Math.min(found.ofCompetition - (held?.ofCompetition ?? 0) - (held?.waitedFor ?? 0), quotaLeft);
  const left = Math.min(
    held?.isKept ? ownHeld : Math.max(ownHeld, open),
    held?.isPriceKept ? held.mineAtPrice : found.ofPrice - (held?.ofPrice ?? 0),
  );
  return refuse('NOT_ENOUGH_TICKETS', {
    competitionId,
    left: Math.max(0, left),
    ...(held?.till && !held.isKept && !held.isPriceKept ? { heldTill: toIso(held.till) } : {}),
  });
}

/** Places left in the shared quota. */
async function leftTogether({ tx, now }: Work, competitionId: number, own: OwnVisits): Promise<number> {
  const [row] = await tx.all<{ together: number | null }>(
    own === null
      ? ready(`select ${leftInQuota} together from competitions c where c.id = ?`, [competitionId])
      : ready(`select ${leftInQuotaForAll} together from competitions c where c.id = ?`, [
          now,
          own,
          now,
          competitionId,
        ]),
  );
  return row?.together ?? Number.POSITIVE_INFINITY;
}

async function heldBeside({ tx, now }: Work, competitionId: number, priceId: number, own: string) {
  type Counts = 'ofCompetition' | 'ofPrice' | 'waitedFor' | 'isKept' | 'mine' | 'isPriceKept' | 'mineAtPrice';
  type HeldRow = Record<Counts, number> & { till: Instant | null };
  const [held] = await tx.all<HeldRow>(
    ready(
      `select ${heldOf('c')} ofCompetition, ${heldOf('p')} ofPrice, (select min(h.until) from place_holds h
          where h.event_id = c.event_id and h.until > ? and h.competition_id = c.id and h.quantity > 0
            and substr(h.visit_id, 1, 5) <> 'kept:' and h.visit_id not in (select value from json_each(?))) till,
          exists (select 1 from kept_competitions k where k.competition_id = c.id) isKept, ${waitingCountOfCompetition} waitedFor,
          ${ownHeldWhere('h.competition_id = c.id')} mine,
          exists (select 1 from kept_prices k where k.price_id = p.id) isPriceKept,
          ${ownHeldWhere('h.price_id = p.id')} mineAtPrice
        from competitions c join competition_prices p on p.competition_id = c.id where c.id = ? and p.id = ?`,
      [now, own, now, own, now, own, now, now, own, now, own, competitionId, priceId],
    ),
  );
  return held ?? null;
}

/** The caller ties this to the transition of the order, so that it happens once per place. */
export async function releaseTickets(work: Work, { competitionId, priceId, count }: Tickets): Promise<void> {
  assert(Number.isSafeInteger(count) && count > 0, 'tickets are released in whole numbers above 0');
  const given = await work.tx
    .update(competitions)
    .set({ sold: sql`${competitions.sold} - ${count}` })
    .where(and(eq(competitions.id, competitionId), gte(competitions.sold, count)))
    .returning({ id: competitions.id, eventId: competitions.eventId, isKept: isWaitedFor });
  const priced = await work.tx
    .update(competitionPrices)
    .set({ sold: sql`${competitionPrices.sold} - ${count}` })
    .where(
      and(
        eq(competitionPrices.id, priceId),
        eq(competitionPrices.competitionId, competitionId),
        gte(competitionPrices.sold, count),
      ),
    )
    .returning({ id: competitionPrices.id });
  assert(given.length === 1 && priced.length === 1, 'only tickets that were sold are given back');
  const [{ eventId, isKept: isHeld } = { eventId: 0, isKept: 0 }] = given;
  if (isHeld) await work.announce(heldPlacesFreed({ eventId }));
}
/** People wait for this competition, for one that shares its quota, or for a price of the event. */
const isWaitedFor = sql<number>`(exists (select 1 from kept_prices k where k.event_id = competitions.event_id)
  or exists (select 1 from kept_competitions k where k.competition_id = ${competitions.id}
  or k.competition_id in (select o.competition_id from shared_quota_competitions l
    join shared_quota_competitions o on o.quota_id = l.quota_id where l.competition_id = ${competitions.id})))`;

/**
 * Variants people wait for are sold to those with an offer only (`isOffered`).
 * @throws Problem RESERVING_ARTICLES_FAILED with `details.left`
 */
export async function reserveVariant(work: Work, { variantId, quantity }: Pieces, isOffered = false): Promise<void> {
  assert(Number.isSafeInteger(quantity) && quantity > 0, 'articles are reserved in whole numbers above 0');
  const taken = await work.tx
    .update(articleVariants)
    .set({ sold: sql`${articleVariants.sold} + ${quantity}` })
    .where(
      and(
        eq(articleVariants.id, variantId),
        sql`${articleVariants.sold} + ${quantity} <= ${articleVariants.total}`,
        isOffered ? undefined : sql`${waitedForAtEvent} is null`,
      ),
    )
    .returning({ id: articleVariants.id });
  if (taken.length === 1) return;
  const [found] = await work.tx
    .select({
      left: sql<number>`iif(${waitedForAtEvent} is null, ${articleVariants.total} - ${articleVariants.sold}, 0)`,
    })
    .from(articleVariants)
    .where(eq(articleVariants.id, variantId));
  refuse('RESERVING_ARTICLES_FAILED', { variantId, left: Math.max(0, found?.left ?? 0) });
}

export async function releaseVariant(work: Work, { variantId, quantity }: Pieces): Promise<void> {
  assert(Number.isSafeInteger(quantity) && quantity > 0, 'articles are released in whole numbers above 0');
  const given = await work.tx
    .update(articleVariants)
    .set({ sold: sql`${articleVariants.sold} - ${quantity}` })
    .where(and(eq(articleVariants.id, variantId), gte(articleVariants.sold, quantity)))
    .returning({ id: articleVariants.id, keptFor: waitedForAtEvent });
  assert(given.length === 1, 'only articles that were sold are given back');
  const eventId = given[0]?.keptFor ?? null;
  if (eventId !== null) await work.announce(heldPlacesFreed({ eventId }));
}

/** The event at which people wait for this variant, or null. */
const waitedForAtEvent = sql<
  number | null
>`(select k.event_id from kept_variants k where k.variant_id = ${articleVariants.id})`;
