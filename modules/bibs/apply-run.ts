import { and, asc, eq, sql } from 'drizzle-orm';
import { addEventEntries } from '#modules/events/index.ts';
import { type BibSource, setBib } from '#modules/orders/index.ts';
import type { Job } from '#src/data/jobs.ts';
import type { Work } from '#src/data/work.ts';
import { Problem } from '#src/kernel/problem.ts';
import { seconds } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { yieldToEventLoop } from '#src/runtime/yield-to-event-loop.ts';
import {
  changedSince,
  type OpenItem,
  openItem,
  openItems,
  type Run,
  runOf,
  tallyOfRun,
  waitingItemOf,
} from './read-runs.ts';
import { refuse } from './rules/problems.ts';
import type { RunKind } from './rules/run.ts';
import { bibRunItems, bibRuns } from './schema.ts';
import { setChip } from './set-chip.ts';

export const applyJob = 'bibs.apply-runs';
/** People per transaction: a concurrent booking waits for one portion only. */
const portion = 25;

const sources: Record<RunKind, BibSource> = { assign: 'range', import: 'import', undo: 'hand' };

/**
 * Starts applying a previewed run. Calling it twice applies the run once.
 * @throws Problem NOT_FOUND, BIB_RUN_OUTDATED (`details.count`: people who changed since the preview),
 * BIB_RUN_UNDER_WAY
 */
export async function startRun(work: Work, { eventId, runId }: { eventId: number; runId: number }): Promise<void> {
  const run = await runOf(work.tx, eventId, runId);
  if (run.status !== 'preview') return;
  const [other] = await work.tx
    .select({ id: bibRuns.id })
    .from(bibRuns)
    .where(and(eq(bibRuns.eventId, eventId), sql`${bibRuns.status} = 'applying'`));
  if (other) refuse('BIB_RUN_UNDER_WAY', { runId: other.id });
  const count = await changedSince(work.tx, eventId, runId);
  if (count > 0) refuse('BIB_RUN_OUTDATED', { count });
  await work.tx.update(bibRuns).set({ status: 'applying', startedAt: work.now }).where(eq(bibRuns.id, runId));
}

/** Continues applying runs. Each transaction records its own progress, so a killed process resumes there. */
export const applyRunsJob = (deps: Pick<Deps, 'read' | 'write' | 'bibsHeldElsewhere'>): Job => ({
  name: applyJob,
  everyMs: seconds(10),
  async run() {
    const [run] = await deps.read
      .select({ id: bibRuns.id })
      .from(bibRuns)
      .where(sql`${bibRuns.status} = 'applying'`)
      .orderBy(asc(bibRuns.eventId))
      .limit(1);
    if (!run) return false;
    await deps.write((work) => advanceRun(deps, work, run.id));
    await yieldToEventLoop();
    return true;
  },
});

export async function advanceRun(
  { bibsHeldElsewhere }: Pick<Deps, 'bibsHeldElsewhere'>,
  work: Work,
  runId: number,
): Promise<void> {
  const { tx, now } = work;
  const [found] = await tx.select({ eventId: bibRuns.eventId }).from(bibRuns).where(eq(bibRuns.id, runId));
  if (!found) return;
  const run = await runOf(tx, found.eventId, runId);
  if (run.status !== 'applying') return;
  const items = await openItems(tx, runId, portion);
  const heldByTiming = await bibsHeldElsewhere(tx, found.eventId);
  for (const item of items) {
    const state = await applyItem(work, run, item, heldByTiming);
    await tx.update(bibRunItems).set({ state }).where(eq(bibRunItems.id, item.id));
  }
  if (items.length === portion) return;
  await tx.update(bibRuns).set({ status: 'done', finishedAt: now }).where(eq(bibRuns.id, runId));
  // `said` holds the beginning of file lines, which can be names; it is not needed any more.
  await tx.update(bibRunItems).set({ said: null }).where(eq(bibRunItems.runId, runId));
  await record(work, run);
}

async function applyItem(
  work: Work,
  run: Run,
  { id, participantId, after, chip }: OpenItem,
  heldByTiming: ReadonlyMap<string, number>,
) {
  // An earlier item of this portion may have parked this one.
  const item = await openItem(work.tx, id);
  const isAsPreviewed = item.live && item.bib === (item.state === 'parked' ? null : item.before);
  if (!isAsPreviewed) return 'changed' as const;
  // A canceled participant still has this number in the timing system.
  const timingHolder = heldByTiming.get(after ?? '');
  if (timingHolder !== undefined && timingHolder !== participantId) return 'taken' as const;
  const { editorId } = run;
  const change = { participantId, bib: after, editorId, source: sources[run.kind] };
  for (;;) {
    try {
      await setBib(work, change);
      if (chip !== null) await setChip(work, { participantId, chip, editorId });
      return 'done' as const;
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'BIB_TAKEN') throw error;
      if (!(await park(work, run, Number(error.details.participantId)))) return 'taken' as const;
    }
  }
}

/**
 * Takes the number from its holder until the holder's own item is applied, so that people can swap numbers. Returns
 * false for a holder outside of the run.
 */
async function park(work: Work, { id, editorId, kind }: Run, holderId: number): Promise<boolean> {
  const item = Number.isNaN(holderId) ? null : await waitingItemOf(work.tx, id, holderId);
  if (!item) return false;
  await setBib(work, { participantId: holderId, bib: null, editorId, source: sources[kind] });
  await work.tx.update(bibRunItems).set({ state: 'parked' }).where(eq(bibRunItems.id, item.id));
  return true;
}

async function record(work: Work, { id, eventId, editorId, kind }: Run): Promise<void> {
  const { fresh, changed, cleared, chips, skipped, done } = await tallyOfRun(work.tx, id);
  const counts = {
    bibsDone: done,
    bibsFresh: fresh,
    bibsChanged: changed,
    bibsCleared: cleared,
    bibsChips: chips,
    bibsSkipped: skipped,
  };
  await addEventEntries(work, { userId: editorId }, eventId, [
    {
      kind: 'bibRun',
      action: 'changed',
      recordId: id,
      name: '',
      changes: [
        { field: 'bibRunKind', before: null, after: kind },
        ...Object.entries(counts)
          .filter(([, count]) => count > 0)
          .map(([field, after]) => ({ field, before: null, after })),
      ],
    },
  ]);
}
