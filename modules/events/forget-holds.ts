import { and, gt, lte, sql } from 'drizzle-orm';
import { visitEnded } from '#modules/accounts/rules/facts.ts';
import type { DueTime } from '#src/data/due-times.ts';
import { type FactHandler, onFact } from '#src/data/facts.ts';
import type { Job } from '#src/data/jobs.ts';
import { hours, instant, minutes, plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { forgetHoldsOf, holdPrefix } from './place-holds.ts';
import { holdPauseMs, maxOfferHours } from './rules/place-holds.ts';
import { placeHolds } from './schema-holds.ts';

const isOfVisit = sql`substr(${placeHolds.visitId}, 1, ${holdPrefix.length}) <> ${holdPrefix}`;

/** Deletes expired holds. Correctness does not depend on it: every statement checks `until`. */
export const forgetHoldsJob = ({ write }: Pick<Deps, 'write'>): Job => ({
  name: 'forget-holds',
  endsByClock: true,
  everyMs: minutes(1),
  async run() {
    await write(async ({ tx, now }) => {
      // The module that keeps places for waiting people deletes its own holds.
      await tx.delete(placeHolds).where(and(lte(placeHolds.until, instant(now - holdPauseMs)), isOfVisit));
    });
    return false;
  },
});

export const holdHandlers: readonly FactHandler[] = [
  onFact(visitEnded, 'events.forget-holds', (work, { visitId }) => forgetHoldsOf(work, [visitId])),
];

/** Limits: one hour for a visit, a week for an offer. */
export const holdTimes: readonly DueTime[] = [
  {
    what: 'held places',
    isEnd: true,
    heal: ({ tx, now }) => tx.delete(placeHolds).where(and(gt(placeHolds.until, plus(now, hours(2))), isOfVisit)),
  },
  {
    what: 'kept places',
    isEnd: true,
    heal: ({ tx, now }) =>
      tx
        .update(placeHolds)
        .set({ until: now })
        .where(gt(placeHolds.until, plus(now, hours(maxOfferHours + 24)))),
  },
];
