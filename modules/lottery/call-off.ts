import { and, eq, inArray } from 'drizzle-orm';
import { addEventEntries, catalogOf, holdForDraw } from '#modules/events/index.ts';
import { fillLists } from '#modules/waitlist/index.ts';
import type { Work } from '#src/data/work.ts';
import { isLive } from './read-lotteries.ts';
import type { CallingOff } from './rules/lottery.ts';
import type { Editor } from './save-lottery.ts';
import { type Lottery, lots, lotteries } from './schema.ts';

/**
 * Calls a draw off. One without entries is deleted; otherwise everyone in it gets a mail. Free places go back on
 * sale. Answers false if the draw is already done or called off.
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
