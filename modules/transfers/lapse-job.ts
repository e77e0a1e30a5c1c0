import { and, asc, lte, sql } from 'drizzle-orm';
import type { Job } from '#src/data/jobs.ts';
import { Problem } from '#src/kernel/problem.ts';
import { minutes } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { endTransfer } from './end-transfer.ts';
import { transfers } from './schema.ts';
import { dueTurns, endTurn } from './send-offers.ts';

const atOnce = 50;

/** Moves expired turns of the waiting list to the next entry. */
export const transferTurnsJob = ({ read, write, clock }: Pick<Deps, 'read' | 'write' | 'clock'>): Job => ({
  name: 'transfers.turns',
  everyMs: minutes(1),
  endsByClock: true,
  async run() {
    for (const id of await dueTurns(read, clock())) await write((work) => endTurn(work, id, 'time'));
    return false;
  },
});

/** Ends expired offers and tells their holders. */
export const expireOffersJob = ({ read, write, clock }: Pick<Deps, 'read' | 'write' | 'clock'>): Job => ({
  name: 'transfers.lapse',
  everyMs: minutes(1),
  endsByClock: true,
  async run() {
    const due = await read
      .select({ id: transfers.id })
      .from(transfers)
      .where(and(sql`${transfers.state} in ('asked', 'waiting', 'offered')`, lte(transfers.until, clock())))
      .orderBy(asc(transfers.until))
      .limit(atOnce);
    for (const { id: transferId } of due)
      await write((work) => endTransfer(work, { transferId, end: 'lapsed', editorId: null })).catch((error) => {
        // Another process was faster.
        if (!(error instanceof Problem)) throw error;
      });
    return due.length === atOnce;
  },
});
