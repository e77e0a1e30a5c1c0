import { and, eq, inArray } from 'drizzle-orm';
import { addEventEntries, catalogOf, holdForDraw } from '#modules/events/index.ts';
import { fillLists } from '#modules/waitlist/index.ts';
import type { Work } from '#src/data/work.ts';
import { isLive } from './read-lotteries.ts';
import type { CallingOff } from './rules/lottery.ts';
import type { Editor } from './save-lottery.ts';
import { type Lottery, lots, lotteries } from './schema.ts';

/**
 * There is no draw. One that nobody entered is gone without a trace but the history's; else everybody who is in is told.
 * What is free is on sale again for everybody. Answers false for one that is drawn or called off already.
 */
export async function callOff(work: Work, lottery: Lottery, reason: CallingOff, editor: Editor): Promise<boolean> {
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
  // Where somebody waits for what it shares a quota with, it is kept for them.
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
