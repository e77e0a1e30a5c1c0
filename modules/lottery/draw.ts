import { and, eq, lte } from 'drizzle-orm';
import { addEventEntries, catalogOf, freeForWaiting } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { isOver, isSaleOver } from '#modules/events/rules/sale.ts';
import { drawOrder } from '#modules/waiting-room/index.ts';
import type { Work } from '#src/data/work.ts';
import type { Instant } from '#src/kernel/time.ts';
import { callOff } from './call-off.ts';
import { lineUp } from './line-up.ts';
import { isLive, liningUp, lotteriesOf } from './read-lotteries.ts';
import { type CallingOff, phaseOf } from './rules/lottery.ts';
import { type Lottery, lots, lotteries } from './schema.ts';

/**
 * Brings the draws of an event up to date; idempotent. `more`: some lots are not on the waiting list yet, so call
 * again.
 */
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
    if (lottery.eventId === eventId && (await lineUp(work, lottery))) return 'more';
  }
  return 'settled';
}

/** Why a draw can no longer take place. */
function callingOffOf({ event, competitions }: Catalog, { competitionId }: Lottery, now: Instant): CallingOff | null {
  if (event.canceled) return 'canceled';
  if (event.offerHours === null) return 'off';
  const competition = competitions.find(({ id }) => id === competitionId);
  return isOver(event, now) || !competition || isSaleOver(competition, now) ? 'over' : null;
}

/**
 * Draws once: the conditional update of the row decides which process does it. It fixes all ranks; `lineUp` then adds
 * the lots to the waiting list in batches. Waits while the places are not on sale. Answers whether there is more to
 * do.
 */
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
  return lineUp(work, { ...lottery, drawnAt: now });
}
