import { and, eq, isNotNull, lte } from 'drizzle-orm';
import type { Job } from '#src/data/jobs.ts';
import { Problem } from '#src/kernel/problem.ts';
import { days, type Instant, instant, plus, seconds } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { fetchedAfterEndMs, longestSleepMs, pauseOfFetch } from '../rules/times.ts';
import { raceResultFetches } from '../schema.ts';
import { type FetchDeps, fetchResults } from './fetch-results.ts';
import { dueFetches } from './read-due.ts';

const maxEvents = 20;

export async function fetchDueResults(deps: FetchDeps): Promise<void> {
  const now = deps.clock();
  const due = await dueFetches(deps.read, now, maxEvents);
  await Promise.all(
    due.map(async ({ eventId, begins, ends }) => {
      if (now < begins) return takeOver(deps, eventId, instant(Math.min(begins, now + longestSleepMs)));
      // A postponed race gets its new dates within days, so it is checked occasionally until then.
      if (now > ends + fetchedAfterEndMs)
        return takeOver(deps, eventId, now > ends + days(7) ? null : plus(now, longestSleepMs));
      // Claims the event, so that other processes skip it. A repeated fetch is harmless.
      if (await takeOver(deps, eventId, plus(now, pauseOfFetch(0)))) await fetchOne(deps, eventId);
    }),
  );
}

async function fetchOne(deps: FetchDeps, eventId: number): Promise<void> {
  let isNew = false;
  try {
    const { made, changed } = await fetchResults(deps, eventId, null);
    isNew = made + changed > 0;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
  await deps.write(async ({ tx, now }) => {
    const isIt = and(eq(raceResultFetches.eventId, eventId), isNotNull(raceResultFetches.nextAt));
    const [row] = await tx.select({ quiet: raceResultFetches.quiet }).from(raceResultFetches).where(isIt);
    if (!row) return;
    const quiet = isNew ? 0 : row.quiet + 1;
    await tx
      .update(raceResultFetches)
      .set({ quiet, nextAt: plus(now, pauseOfFetch(quiet)) })
      .where(isIt);
  });
}

const takeOver = ({ write }: FetchDeps, eventId: number, nextAt: Instant | null): Promise<boolean> =>
  write(async ({ tx, now }) => {
    const taken = await tx
      .update(raceResultFetches)
      .set({ nextAt })
      .where(and(eq(raceResultFetches.eventId, eventId), lte(raceResultFetches.nextAt, now)))
      .returning({ eventId: raceResultFetches.eventId });
    return taken.length > 0;
  });

export const fetchJob = (deps: Deps): Job => ({
  name: 'race-result-times',
  everyMs: seconds(15),
  async run() {
    await fetchDueResults(deps);
    return false;
  },
});
