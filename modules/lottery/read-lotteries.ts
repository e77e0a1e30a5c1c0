import { and, asc, desc, eq, getTableColumns, isNotNull, isNull, or, type SQL, sql } from 'drizzle-orm';
import { competitions, events } from '#modules/events/schema.ts';
import { heldCompetitions } from '#modules/events/schema-holds.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { ListSource } from '#src/web/list/find.ts';
import type { LotState } from './rules/lottery.ts';
import { type Lot, type Lottery, lots, lotteries } from './schema.ts';

export const isLive = and(isNull(lotteries.drawnAt), isNull(lotteries.calledOffAt));

export async function lotteryOf(reader: Reader | Tx, id: number): Promise<Lottery | null> {
  const [lottery] = await reader.select().from(lotteries).where(eq(lotteries.id, id));
  return lottery ?? null;
}

export const lotteriesOf = (reader: Reader | Tx, eventId: number): PromiseLike<Lottery[]> =>
  reader.select().from(lotteries).where(eq(lotteries.eventId, eventId)).orderBy(desc(lotteries.id));

export async function liveLotteryOf(reader: Reader | Tx, competitionId: number): Promise<Lottery | null> {
  const [lottery] = await reader
    .select()
    .from(lotteries)
    .where(and(eq(lotteries.competitionId, competitionId), isLive));
  return lottery ?? null;
}

export type Drawn = Lottery & { drawnAt: Instant };

/** Finished draws whose lots are not all on the waiting list yet: their competition is still held for the draw. */
export async function liningUp(reader: Reader | Tx): Promise<Drawn[]> {
  const found = await reader
    .select(getTableColumns(lotteries))
    .from(heldCompetitions)
    .innerJoin(lotteries, eq(lotteries.competitionId, heldCompetitions.competitionId))
    .where(
      and(
        eq(heldCompetitions.forDraw, true),
        isNotNull(lotteries.drawnAt),
        sql`${lotteries.id} = (select max(l.id) from lotteries l where l.competition_id = ${heldCompetitions.competitionId})`,
      ),
    );
  return found as Drawn[];
}

/** Next lots by rank that are not on the waiting list yet. A lot that was left keeps its rank, which stays empty. */
export const nextToLineUp = (tx: Tx, lotteryId: number, most: number): PromiseLike<(Lot & { rank: number })[]> =>
  tx
    .select({ ...getTableColumns(lots), rank: sql<number>`r.key + 1`.mapWith(Number) })
    .from(lotteries)
    .innerJoin(sql`json_each(${lotteries.ranking}) r`, sql`true`)
    .innerJoin(lots, and(eq(lots.lotteryId, lotteryId), eq(lots.number, sql`r.value ->> 0`), eq(lots.state, 'in')))
    .where(eq(lotteries.id, lotteryId))
    .orderBy(sql`r.key`)
    .limit(most);

export async function lotOf(reader: Reader | Tx, id: number): Promise<Lot | null> {
  const [lot] = await reader.select().from(lots).where(eq(lots.id, id));
  return lot ?? null;
}

export type LotTally = { lotteryId: number; state: LotState; lots: number; places: number };
export const lotTallies = (reader: Reader | Tx, eventId: number): PromiseLike<LotTally[]> =>
  reader
    .select({
      lotteryId: lots.lotteryId,
      state: lots.state,
      lots: sql<number>`count(*)`.mapWith(Number),
      places: sql<number>`sum(${lots.places})`.mapWith(Number),
    })
    .from(lots)
    .where(eq(lots.eventId, eventId))
    .groupBy(lots.lotteryId, lots.state);

export type NamedLot = Lot & { event: string; competition: string; competitionId: number; drawsAt: Lottery['drawsAt'] };

export const lotsOf = (reader: Reader | Tx, who: { userId: number; email: string }): PromiseLike<NamedLot[]> =>
  reader
    .select({
      ...getTableColumns(lots),
      event: events.title,
      competition: competitions.title,
      competitionId: competitions.id,
      drawsAt: lotteries.drawsAt,
    })
    .from(lots)
    .innerJoin(lotteries, eq(lotteries.id, lots.lotteryId))
    .innerJoin(events, eq(events.id, lots.eventId))
    .innerJoin(competitions, eq(competitions.id, lotteries.competitionId))
    .where(or(eq(lots.userId, who.userId), eq(lots.email, who.email)))
    .orderBy(desc(lots.id));

export type ListedLot = Lot & { competition: string; competitionId: number };

/** By rank; before the draw by number. */
export const lotSource = (eventId: number): ListSource => ({
  id: lots.id,
  fields: {
    id: { column: lots.id, kind: 'number' },
    lotteryId: { column: lots.lotteryId, kind: 'number' },
    state: { column: lots.state, kind: 'text' },
    email: { column: lots.email, kind: 'text' },
    number: { column: lots.number, kind: 'number' },
    rank: { column: lots.rank, kind: 'number' },
    places: { column: lots.places, kind: 'number' },
  },
  scope: eq(lots.eventId, eventId),
  order: [asc(lots.rank), asc(lots.number), asc(lots.id)],
});

export const readListedLots = (reader: Reader | Tx, where: SQL | undefined): PromiseLike<ListedLot[]> =>
  reader
    .select({ ...getTableColumns(lots), competition: competitions.title, competitionId: competitions.id })
    .from(lots)
    .innerJoin(lotteries, eq(lotteries.id, lots.lotteryId))
    .innerJoin(competitions, eq(competitions.id, lotteries.competitionId))
    .where(where);
