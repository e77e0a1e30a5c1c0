import { and, eq, gt, isNull } from 'drizzle-orm';
import { days, hours, plus } from '#src/kernel/time.ts';
import type { Log } from '#src/runtime/log.ts';
import { facts, limitCounters, mails } from './schema.ts';
import type { Work, Write } from './work.ts';

/**
 * Columns with a due time. A wrong clock may have written times in the far future; a time further away than `most` is such a one,
 * and `heal` makes it due now. With `isEnd` something expires then for good, so the clock is verified first.
 */
export type DueTime = {
  what: string;
  isEnd?: true;
  heal(work: Pick<Work, 'tx' | 'now'>): PromiseLike<{ rowsAffected: number }>;
};

/** Pauses of mails and facts are at most a day; a bank file may spread its facts over some hours. */
export const platformTimes: readonly DueTime[] = [
  {
    what: 'mails that wait',
    heal: ({ tx, now }) =>
      tx
        .update(mails)
        .set({ nextAttemptAt: now })
        .where(and(eq(mails.status, 'queued'), gt(mails.nextAttemptAt, plus(now, hours(25))))),
  },
  {
    what: 'facts that wait',
    heal: ({ tx, now }) =>
      tx
        .update(facts)
        .set({ nextAttemptAt: now })
        .where(and(isNull(facts.doneAt), gt(facts.nextAttemptAt, plus(now, hours(25))))),
  },
  {
    what: 'counters of limits',
    heal: ({ tx, now }) => tx.delete(limitCounters).where(gt(limitCounters.expiresAt, plus(now, days(8)))),
  },
];

/** Returns whether any were healed. */
export async function healTimes(write: Write, log: Log, times: readonly DueTime[]): Promise<boolean> {
  let healed = 0;
  for (const { what, heal } of times) {
    const { rowsAffected } = await write(async (work) => heal(work));
    healed += rowsAffected;
    if (rowsAffected > 0) log.warn('Times beyond belief are due now.', { what, rows: rowsAffected });
  }
  return healed > 0;
}
