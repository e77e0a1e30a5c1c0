import { and, eq, isNotNull, lt } from 'drizzle-orm';
import { ready } from '#src/data/hot-statements.ts';
import type { Job } from '#src/data/jobs.ts';
import { days, hours, instant, minutes } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { fillLists } from './fill-lists.ts';
import { retentionDays, unprovenDays } from './rules/entry-state.ts';
import { waitlistEntries } from './schema.ts';

/** Applies changes caused by time: expired offers, released holds, price starts, sale ends. */
export const waitlistJob = ({ write, read }: Pick<Deps, 'write' | 'read'>): Job => ({
  name: 'waitlists',
  endsByClock: true,
  everyMs: minutes(1),
  async run() {
    const found = await read.all<{ eventId: number }>(
      ready("select distinct event_id eventId from waitlist_entries where state in ('waiting', 'offered')", []),
    );
    for (const { eventId } of found) await write((work) => fillLists(work, eventId));
    return false;
  },
});

/** Deletes unproven and long-ended entries. */
export const forgetEntriesJob = ({ write }: Pick<Deps, 'write'>): Job => ({
  name: 'forget-waitlist-entries',
  endsByClock: true,
  everyMs: hours(1),
  async run() {
    await write(async ({ tx, now }) => {
      const { state, askedAt, endedAt } = waitlistEntries;
      const isUnproven = and(eq(state, 'asked'), lt(askedAt, instant(now - days(unprovenDays))));
      const isOver = and(isNotNull(endedAt), lt(endedAt, instant(now - days(retentionDays))));
      for (const isForgotten of [isUnproven, isOver]) await tx.delete(waitlistEntries).where(isForgotten);
    });
    return false;
  },
});
