import { and, eq, isNotNull, lt } from 'drizzle-orm';
import { eventChanged } from '#modules/events/rules/facts.ts';
import { days, hours, instant, minutes } from '#src/kernel/time.ts';
import type { Deps } from '#src/platform/deps.ts';
import { type FactHandler, onFact } from '#src/platform/facts.ts';
import type { Job } from '#src/platform/jobs.ts';
import { settleLotteries } from './draw.ts';
import { isLive } from './read-lotteries.ts';
import { keptDays, unprovenDays } from './rules/lottery.ts';
import { lots, lotteries } from './schema.ts';
import { tellSome } from './tell.ts';

/** Draws what is due, and tells people what became of it. */
export const lotteryJob = ({ write, read }: Pick<Deps, 'write' | 'read'>): Job => ({
  name: 'lotteries',
  endsByClock: true,
  everyMs: minutes(1),
  async run() {
    const found = await read.selectDistinct({ eventId: lotteries.eventId }).from(lotteries).where(isLive);
    for (const { eventId } of found) await write((work) => settleLotteries(work, eventId));
    return write(tellSome);
  },
});

/** Addresses that nobody proved, and people whose draw was long ago; what it gave stays, without them. */
export const forgetLotsJob = ({ write }: Pick<Deps, 'write'>): Job => ({
  name: 'forget-lots',
  endsByClock: true,
  everyMs: hours(1),
  async run() {
    await write(async ({ tx, now }) => {
      const isUnproven = and(eq(lots.state, 'asked'), lt(lots.askedAt, instant(now - days(unprovenDays))));
      const isOver = and(isNotNull(lots.endedAt), lt(lots.endedAt, instant(now - days(keptDays))));
      for (const isForgotten of [isUnproven, isOver]) await tx.delete(lots).where(isForgotten);
    });
    return false;
  },
});

export const lotteryHandlers: readonly FactHandler[] = [
  onFact(eventChanged, 'lottery.event', async (work, { eventId }) => {
    // The first ones hear of it at once, the others from the job.
    if (await settleLotteries(work, eventId)) await tellSome(work);
  }),
];
