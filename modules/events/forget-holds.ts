import { gt, lte } from 'drizzle-orm';
import { visitEnded } from '#modules/accounts/rules/facts.ts';
import { hours, instant, minutes, plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/platform/deps.ts';
import type { DueTime } from '#src/platform/due-times.ts';
import { type FactHandler, onFact } from '#src/platform/facts.ts';
import type { Job } from '#src/platform/jobs.ts';
import { forgetHoldsOf } from './place-holds.ts';
import { holdRest } from './rules/place-holds.ts';
import { placeHolds } from './schema-holds.ts';

/** Rows that keep nothing and remind of nothing any more. Nobody waits for this: a hold is over when its time is. */
export const forgetHoldsJob = ({ write }: Pick<Deps, 'write'>): Job => ({
  name: 'forget-holds',
  endsByClock: true,
  everyMs: minutes(1),
  async run() {
    await write(async ({ tx, now }) => {
      await tx.delete(placeHolds).where(lte(placeHolds.until, instant(now - holdRest)));
    });
    return false;
  },
});

export const holdHandlers: readonly FactHandler[] = [
  onFact(visitEnded, 'events.forget-holds', (work, { visitId }) => forgetHoldsOf(work, [visitId])),
];

/** An hour is the longest. */
export const holdTimes: readonly DueTime[] = [
  {
    what: 'held places',
    heal: ({ tx, now }) => tx.delete(placeHolds).where(gt(placeHolds.until, plus(now, hours(2)))),
  },
];
