import { gt } from 'drizzle-orm';
import type { DueTime } from '#src/data/due-times.ts';
import { hours, plus } from '#src/kernel/time.ts';
import { raceResultFetches, raceResultPushes, raceResultTurns } from './schema.ts';

/** Pauses last an hour at most, turns and rests minutes. */
export const timingTimes: readonly DueTime[] = [
  {
    what: 'pushes to RACE RESULT',
    heal: ({ tx, now }) =>
      tx
        .update(raceResultPushes)
        .set({ nextAttemptAt: now })
        .where(gt(raceResultPushes.nextAttemptAt, plus(now, hours(2)))),
  },
  {
    what: 'results from RACE RESULT',
    heal: ({ tx, now }) =>
      tx
        .update(raceResultFetches)
        .set({ nextAt: now })
        .where(gt(raceResultFetches.nextAt, plus(now, hours(2)))),
  },
  {
    what: 'turns at RACE RESULT',
    heal: ({ tx, now }) =>
      tx
        .update(raceResultTurns)
        .set({ nextCallAt: now })
        .where(gt(raceResultTurns.nextCallAt, plus(now, hours(1)))),
  },
];
