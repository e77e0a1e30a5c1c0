import { and, eq, lte, sql } from 'drizzle-orm';
import { addEventEntries, catalogOf, freeForWaiting, keepForDraw } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { isOver, isSaleOver } from '#modules/events/rules/sale.ts';
import { drawOrder } from '#modules/waiting-room/index.ts';
import { takeDrawn } from '#modules/waitlist/index.ts';
import type { Instant } from '#src/kernel/time.ts';
import { batches } from '#src/platform/hot-statements.ts';
import type { Work } from '#src/platform/work.ts';
import { callOff } from './call-off.ts';
import { isLive, lotteriesOf } from './read-lotteries.ts';
import { type CallingOff, phaseOf } from './rules/lottery.ts';
import { type Lot, type Lottery, lots, lotteries } from './schema.ts';

/**
 * Brings the draws of an event to what is true now. It may be called at any time and as often as one likes. Answers whether
 * there are or were any.
 */
export async function settleLotteries(work: Work, eventId: number): Promise<boolean> {
  const known = await lotteriesOf(work.tx, eventId);
  for (const lottery of known) {
    const phase = phaseOf(lottery, work.now);
    if (phase === 'drawn' || phase === 'calledOff') continue;
    const catalog = await catalogOf(work.tx, eventId);
    if (!catalog) break;
    const reason = callingOffOf(catalog, lottery, work.now);
    if (reason) await callOff(work, lottery, reason, { userId: lottery.editorId });
    else if (phase === 'due') await drawLottery(work, lottery, catalog);
  }
  return known.length > 0;
}

/** Why there can be no draw any more. */
function callingOffOf({ event, competitions }: Catalog, { competitionId }: Lottery, now: Instant): CallingOff | null {
  if (event.canceled) return 'canceled';
  if (event.offerHours === null) return 'off';
  const competition = competitions.find(({ id }) => id === competitionId);
  return isOver(event, now) || !competition || isSaleOver(competition, now) ? 'over' : null;
}

/**
 * Draws, once: whoever changes the row of the draw does it. In the same work its people stand in line by their ranks, what
 * is free is offered to them, and only then the competition is kept for its line alone, so nobody gets between. It waits
 * while the places are not on sale. Answers whether it was drawn.
 */
async function drawLottery(work: Work, lottery: Lottery, catalog: Catalog): Promise<boolean> {
  const { tx, now } = work;
  const { id, eventId, competitionId, seed } = lottery;
  if (!(await freeForWaiting(tx, catalog, now)).has(competitionId)) return false;
  const taking = await tx
    .select()
    .from(lots)
    .where(and(eq(lots.lotteryId, id), eq(lots.state, 'in')));
  const byNumber = new Map(taking.map((lot) => [lot.number as number, lot]));
  const ranked = drawOrder(seed, [...byNumber.keys()]).map((number) => byNumber.get(number) as Lot);
  const begun = await tx
    .update(lotteries)
    .set({ drawnAt: now, ranking: ranked.map(({ number, places }) => [number as number, places]) })
    .where(and(eq(lotteries.id, id), isLive, lte(lotteries.drawsAt, now)))
    .returning({ id: lotteries.id });
  if (begun.length === 0) return false;
  await tx.delete(lots).where(and(eq(lots.lotteryId, id), eq(lots.state, 'asked')));
  await keepForDraw(work, lottery, false);
  const entries = await takeDrawn(work, lottery, ranked);
  const rows = ranked.map((lot, at) => [lot.id, at + 1, entries.get(lot.email)?.id ?? null]);
  for (const batch of batches(rows)) {
    const json = JSON.stringify(batch);
    await tx
      .update(lots)
      .set({ state: 'drawn', rank: sql`j.value ->> 1`, entryId: sql`j.value ->> 2`, endedAt: now })
      .from(sql`json_each(${json}) j`)
      .where(sql`${lots.id} = j.value ->> 0`);
  }
  await addEventEntries(work, { userId: lottery.editorId }, eventId, [
    {
      kind: 'lottery',
      action: 'changed',
      recordId: id,
      name: catalog.competitions.find((each) => each.id === competitionId)?.title ?? '',
      changes: [{ field: 'drawnLots', before: null, after: ranked.length }],
    },
  ]);
  return true;
}
