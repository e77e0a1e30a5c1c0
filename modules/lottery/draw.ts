import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import { addEventEntries, catalogOf, freeForWaiting, holdForDraw } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { isOver, isSaleOver } from '#modules/events/rules/sale.ts';
import { drawOrder } from '#modules/waiting-room/index.ts';
import { fillLists, offerDrawn, takeDrawn } from '#modules/waitlist/index.ts';
import type { Work } from '#src/data/work.ts';
import type { Instant } from '#src/kernel/time.ts';
import { type Drawn, isLive, liningUp, lotteriesOf, nextToLineUp } from './read-lotteries.ts';
import { type DrawCancellation, phaseOf } from './rules/lottery.ts';
import type { Editor } from './save-lottery.ts';
import { type Lottery, lots, lotteries } from './schema.ts';

/** Idempotent. `more`: some lots are not on the waiting list yet, so call again. */
export async function settleLotteries(work: Work, eventId: number): Promise<'none' | 'settled' | 'more'> {
  const known = await lotteriesOf(work.tx, eventId);
  if (known.length === 0) return 'none';
  for (const lottery of known) {
    if (phaseOf(lottery, work.now) === 'calledOff' || lottery.drawnAt !== null) continue;
    const catalog = await catalogOf(work.tx, eventId);
    if (!catalog) break;
    const reason = callingOffOf(catalog, lottery, work.now);
    if (reason) await callOff(work, lottery, reason, { userId: lottery.editorId });
    else if (phaseOf(lottery, work.now) === 'due' && (await drawLottery(work, lottery, catalog))) return 'more';
  }
  for (const lottery of await liningUp(work.tx)) {
    if (lottery.eventId === eventId && (await enqueueLots(work, lottery))) return 'more';
  }
  return 'settled';
}

function callingOffOf(
  { event, competitions }: Catalog,
  { competitionId }: Lottery,
  now: Instant,
): DrawCancellation | null {
  if (event.canceled) return 'canceled';
  if (event.offerHours === null) return 'off';
  const competition = competitions.find(({ id }) => id === competitionId);
  return isOver(event, now) || !competition || isSaleOver(competition, now) ? 'over' : null;
}

/** Draws once: the conditional update decides which process does it. Answers whether there is more to do. */
async function drawLottery(work: Work, lottery: Lottery, catalog: Catalog): Promise<boolean> {
  const { tx, now } = work;
  const { id, eventId, competitionId, seed } = lottery;
  if (!(await freeForWaiting(tx, catalog, now, competitionId)).has(competitionId)) return false;
  const taking = await tx
    .select({ number: lots.number, places: lots.places })
    .from(lots)
    .where(and(eq(lots.lotteryId, id), eq(lots.state, 'in')));
  const placesOf = new Map(taking.map(({ number, places }) => [number as number, places]));
  const ranking = drawOrder(seed, [...placesOf.keys()]).map((number): [number, number] => [
    number,
    placesOf.get(number) as number,
  ]);
  const begun = await tx
    .update(lotteries)
    .set({ drawnAt: now, ranking })
    .where(and(eq(lotteries.id, id), isLive, lte(lotteries.drawsAt, now)))
    .returning({ id: lotteries.id });
  if (begun.length === 0) return false;
  await tx.delete(lots).where(and(eq(lots.lotteryId, id), eq(lots.state, 'asked')));
  await addEventEntries(work, { userId: lottery.editorId }, eventId, [
    {
      kind: 'lottery',
      action: 'changed',
      recordId: id,
      name: catalog.competitions.find((each) => each.id === competitionId)?.title ?? '',
      changes: [{ field: 'drawnLots', before: null, after: ranking.length }],
    },
  ]);
  return enqueueLots(work, { ...lottery, drawnAt: now });
}

/** Deletes a draw without entries; otherwise mails everyone in it. False if it is already done or called off. */
export async function callOff(
  work: Work,
  lottery: Lottery,
  reason: DrawCancellation,
  editor: Editor,
): Promise<boolean> {
  const { tx, now } = work;
  const { id, eventId, competitionId } = lottery;
  const isIt = and(eq(lotteries.id, id), isLive);
  await tx.delete(lots).where(and(eq(lots.lotteryId, id), eq(lots.state, 'asked')));
  const ended =
    lottery.lastNumber === 0
      ? await tx
          .delete(lotteries)
          .where(and(isIt, eq(lotteries.lastNumber, 0)))
          .returning({ id: lotteries.id })
      : await tx
          .update(lotteries)
          .set({ calledOffAt: now, calledOff: reason })
          .where(isIt)
          .returning({ id: lotteries.id });
  if (ended.length === 0) return false;
  await tx
    .update(lots)
    .set({ state: 'closed', endedAt: now })
    .where(and(eq(lots.lotteryId, id), inArray(lots.state, ['in'])));
  await holdForDraw(work, { eventId, competitionId }, false);
  // A shared quota may have waiting list entries of other competitions: their places are held.
  await fillLists(work, eventId);
  const catalog = await catalogOf(tx, eventId);
  await addEventEntries(work, editor, eventId, [
    {
      kind: 'lottery',
      action: 'deleted',
      recordId: id,
      name: catalog?.competitions.find((each) => each.id === competitionId)?.title ?? '',
      changes: [{ field: 'calledOff', before: null, after: reason }],
    },
  ]);
  return true;
}

/** Batch sizes per transaction, so that a large draw does not block bookings. */
export const atOnce = { lots: 500, offers: 100 };

/** Next batch of lots, then offers. The competition stays held until both are done. Answers whether there is more. */
export async function enqueueLots(work: Work, lottery: Drawn): Promise<boolean> {
  const { tx, now } = work;
  const next = await nextToLineUp(tx, lottery.id, atOnce.lots);
  if (next.length > 0) {
    const entries = await takeDrawn(work, lottery, next);
    const rows = JSON.stringify(next.map(({ id, email, rank }) => [id, rank, entries.get(email)]));
    await tx
      .update(lots)
      .set({ state: 'drawn', rank: sql`j.value ->> 1`, entryId: sql`j.value ->> 2`, endedAt: now })
      .from(sql`json_each(${rows}) j`)
      .where(sql`${lots.id} = j.value ->> 0`);
  }
  if (next.length === atOnce.lots || (await offerDrawn(work, lottery, atOnce.offers))) return true;
  await holdForDraw(work, lottery, false);
  await fillLists(work, lottery.eventId);
  return false;
}
