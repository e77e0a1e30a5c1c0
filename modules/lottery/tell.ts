import { and, eq, inArray, isNull, ne, notInArray, sql } from 'drizzle-orm';
import { statesAmong } from '#modules/waitlist/index.ts';
import type { Work } from '#src/data/work.ts';
import { postCalledOff, postMoved, postRanked } from './mails/post.ts';
import { isLive, liningUp } from './read-lotteries.ts';
import { lots, lotteries } from './schema.ts';

/** Mails per transaction, so that a large draw does not block bookings. */
const atOnce = 200;

/** Mails results and changed times. Answers whether there may be more. */
export async function tellSome(work: Work): Promise<boolean> {
  const ended = await tellEnded(work);
  const moved = await tellMoved(work);
  return ended || moved;
}

async function tellEnded(work: Work): Promise<boolean> {
  const { tx, now } = work;
  // Offers are known only once all lots are on the waiting list.
  const unknown = (await liningUp(tx)).map(({ id }) => id);
  const untold = await tx
    .select()
    .from(lots)
    .where(and(isNull(lots.toldAt), sql`${lots.state} in ('drawn', 'closed')`, notInArray(lots.lotteryId, unknown)))
    .orderBy(lots.id)
    .limit(atOnce);
  const states = await statesAmong(
    tx,
    untold.flatMap(({ entryId }) => (entryId === null ? [] : [entryId])),
  );
  for (const lot of untold) {
    if (lot.state === 'closed') await postCalledOff(work, lot);
    else if (lot.entryId !== null && states.get(lot.entryId) === 'waiting') await postRanked(work, lot);
  }
  const ids = untold.map(({ id }) => id);
  if (ids.length > 0) await tx.update(lots).set({ toldAt: now }).where(inArray(lots.id, ids));
  return untold.length === atOnce;
}

async function tellMoved(work: Work): Promise<boolean> {
  const { tx } = work;
  const untold = await tx
    .select({ lot: lots, drawsAt: lotteries.drawsAt })
    .from(lotteries)
    .innerJoin(lots, and(eq(lots.lotteryId, lotteries.id), sql`${lots.state} = 'in'`))
    .where(and(isLive, ne(lots.toldDrawsAt, lotteries.drawsAt)))
    .limit(atOnce);
  for (const { lot, drawsAt } of untold) {
    await postMoved(work, lot, drawsAt);
    await tx.update(lots).set({ toldDrawsAt: drawsAt }).where(eq(lots.id, lot.id));
  }
  return untold.length === atOnce;
}
