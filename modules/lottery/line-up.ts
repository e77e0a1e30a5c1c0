import { sql } from 'drizzle-orm';
import { holdForDraw } from '#modules/events/index.ts';
import { fillLists, offerDrawn, takeDrawn } from '#modules/waitlist/index.ts';
import type { Work } from '#src/data/work.ts';
import { type Drawn, nextToLineUp } from './read-lotteries.ts';
import { lots } from './schema.ts';

/** Batch sizes per transaction, so that a large draw does not block bookings. */
export const atOnce = { lots: 500, offers: 100 };

/**
 * Adds the next batch of lots to the waiting list by rank, then offers free places. Until both are done the
 * competition stays held for the draw, so that nobody can buy in between. Can be interrupted at any point. Answers
 * whether there is more to do.
 */
export async function lineUp(work: Work, lottery: Drawn): Promise<boolean> {
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
