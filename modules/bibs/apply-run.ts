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

export const applyJob = 'bibs.apply-runs';
/** People of one write: a booking that comes in between waits for one portion. */
const portion = 25;

const sources: Record<RunKind, BibSource> = { assign: 'range', import: 'import', undo: 'hand' };

/**
 * From now on a run is applied as it was previewed, a portion a write. Pressed twice it is applied once.
 * @throws Problem NOT_FOUND, BIB_RUN_OUTDATED (`details.count` people are not as they were previewed), BIB_RUN_UNDER_WAY
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

/** Goes on with runs that are to be applied. What was done stands in the same write, so a killed process goes on. */
export const applyRunsJob = (deps: Pick<Deps, 'read' | 'write' | 'bibsKeptElsewhere'>): Job => ({
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

/** The next portion of a run that is being applied. */
export async function advanceRun(
  { bibsKeptElsewhere }: Pick<Deps, 'bibsKeptElsewhere'>,
  work: Work,
  runId: number,
): Promise<void> {
  const { tx, now } = work;
  const [found] = await tx.select({ eventId: bibRuns.eventId }).from(bibRuns).where(eq(bibRuns.id, runId));
  if (!found) return;
  const run = await runOf(tx, found.eventId, runId);
  if (run.status !== 'applying') return;
  const items = await openItems(tx, runId, portion);
  const kept = await bibsKeptElsewhere(tx, found.eventId);
  for (const item of items) {
    const state = await applyItem(work, run, item, kept);
    await tx.update(bibRunItems).set({ state }).where(eq(bibRunItems.id, item.id));
  }
  if (items.length === portion) return;
  await tx.update(bibRuns).set({ status: 'done', finishedAt: now }).where(eq(bibRuns.id, runId));
  // How lines begin that fitted nobody is somebody's name, and nobody needs it any more.
  await tx.update(bibRunItems).set({ said: null }).where(eq(bibRunItems.runId, runId));
  await record(work, run);
}

async function applyItem(
  work: Work,
  run: Run,
  { id, participantId, after }: OpenItem,
  kept: ReadonlyMap<string, number>,
) {
  // Somebody before them in this very portion may have parked them.
  const item = await openItem(work.tx, id);
  const isAsPreviewed = item.live && item.bib === (item.state === 'parked' ? null : item.before);
  if (!isAsPreviewed) return 'changed' as const;
  // Canceled since it was previewed, and still known by the timing.
  const keptBy = kept.get(after ?? '');
  if (keptBy !== undefined && keptBy !== participantId) return 'taken' as const;
  const { editorId } = run;
  const change = { participantId, bib: after, editorId, source: sources[run.kind] };
  for (;;) {
    try {
      await setBib(work, change);
      return 'done' as const;
    } catch (error) {
      if (!(error instanceof Problem) || error.code !== 'BIB_TAKEN') throw error;
      if (!(await park(work, run, Number(error.details.participantId)))) return 'taken' as const;
    }
  }
}

/**
 * People swap numbers: whoever stands in the way gives theirs up, until it is their turn. False when that is somebody whom
 * the run does not change.
 */
async function park(work: Work, { id, editorId, kind }: Run, holderId: number): Promise<boolean> {
  const item = Number.isNaN(holderId) ? null : await waitingItemOf(work.tx, id, holderId);
  if (!item) return false;
  await setBib(work, { participantId: holderId, bib: null, editorId, source: sources[kind] });
  await work.tx.update(bibRunItems).set({ state: 'parked' }).where(eq(bibRunItems.id, item.id));
  return true;
}

/** What came of it, in the history of the event. */
async function record(work: Work, { id, eventId, editorId, kind }: Run): Promise<void> {
  const { fresh, changed, cleared, skipped, done } = await tallyOfRun(work.tx, id);
  const counts = { bibsDone: done, bibsFresh: fresh, bibsChanged: changed, bibsCleared: cleared, bibsSkipped: skipped };
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
