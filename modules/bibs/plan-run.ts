import { and, eq, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { insertRows } from '#src/data/hot-statements.ts';
import type { Work } from '#src/data/work.ts';
import { hours, instant, minutes, plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { yieldToEventLoop } from '#src/runtime/yield-to-event-loop.ts';
import { startersOf, takenBibs } from './read-people.ts';
import { rangesOf } from './read-ranges.ts';
import { appliedItems, lastRunOf } from './read-runs.ts';
import { assignBibs, inSequence, type PlannedItem } from './rules/assign.ts';
import { refuse } from './rules/problems.ts';
import type { AssignOptions, RunKind, RunOptions } from './rules/run.ts';
import { bibRunItems, bibRuns } from './schema.ts';

const previewLifetimeMs = hours(24);
const minPreviewAgeMs = minutes(10);
/** Rows per transaction, so that others wait for milliseconds only. */
const rowsAWrite = 500;

export type NewRun = {
  eventId: number;
  editorId: number;
  kind: RunKind;
  options: RunOptions;
  items: readonly PlannedItem[];
};

/**
 * Stores a plan. The run is unknown to others until it is complete.
 * @throws Problem BIB_RUN_OUTDATED when the ranges changed meanwhile
 */
export async function saveRun(deps: Pick<Deps, 'write'>, { items, ...run }: NewRun): Promise<number> {
  const runId = await deps.write(async (work) => {
    // This person's earlier previews; recent ones may still be open in another tab.
    await endPreviews(
      work,
      and(
        eq(bibRuns.eventId, run.eventId),
        eq(bibRuns.editorId, run.editorId),
        lte(bibRuns.createdAt, instant(work.now - minPreviewAgeMs)),
      ),
    );
    const [made] = await work.tx
      .insert(bibRuns)
      .values({ ...run, status: 'preview', createdAt: work.now, endsAt: plus(work.now, previewLifetimeMs) })
      .returning({ id: bibRuns.id });
    return made?.id ?? 0;
  });
  for (let from = 0; from < items.length; from += rowsAWrite) {
    await deps.write(async ({ tx }) => {
      // A change of the ranges may have deleted the run meanwhile.
      const existing = await tx.select({ id: bibRuns.id }).from(bibRuns).where(eq(bibRuns.id, runId));
      if (existing.length === 0) refuse('BIB_RUN_OUTDATED');
      const rows = items.slice(from, from + rowsAWrite).map((item, at) => ({
        runId,
        position: from + at,
        participantId: item.participantId,
        before: item.before,
        after: item.after,
        outcome: item.outcome,
        state: isChange(item) ? ('waiting' as const) : ('told' as const),
        line: item.line ?? null,
        said: item.said ?? null,
        chip: item.chip ?? null,
      }));
      await insertRows(tx, bibRunItems, rows);
    });
    await yieldToEventLoop();
  }
  return runId;
}

const isChange = ({ participantId, before, after, chip }: PlannedItem): boolean =>
  participantId !== null && (before !== after || chip !== undefined);

/** Previews are outdated once the ranges change. */
export const forgetPreviews = (work: Work, eventId: number): Promise<void> =>
  endPreviews(work, eq(bibRuns.eventId, eventId));

export const forgetOldPreviews = (work: Work): Promise<void> => endPreviews(work, lte(bibRuns.endsAt, work.now));

/** Deletes the items, too: lines without a match may contain names. */
async function endPreviews({ tx }: Work, which: SQL | undefined): Promise<void> {
  const over = await tx
    .select({ id: bibRuns.id })
    .from(bibRuns)
    .where(and(sql`${bibRuns.status} = 'preview'`, which));
  if (over.length === 0) return;
  const ids = over.map(({ id }) => id);
  await tx.delete(bibRunItems).where(inArray(bibRunItems.runId, ids));
  await tx.delete(bibRuns).where(inArray(bibRuns.id, ids));
}

type PlanDeps = Pick<Deps, 'read' | 'write' | 'bibsHeldElsewhere'>;
type RunRequest = { eventId: number; editorId: number };

/** Previews an assignment and stores it as a run. Returns the run's id. */
export async function previewAssignment(
  deps: PlanDeps,
  { eventId, editorId }: RunRequest,
  options: AssignOptions,
): Promise<number> {
  const { seedFieldId, sequence } = options;
  const withAnswers = sequence === 'seedTime' && seedFieldId !== null;
  const people = (await startersOf(deps.read, eventId, withAnswers)).map(({ answers, ...person }) => ({
    ...person,
    seed: answers.find(({ fieldId }) => fieldId === seedFieldId)?.value ?? null,
  }));
  const { held } = await takenBibs(deps, eventId);
  const { items } = assignBibs(people, await rangesOf(deps.read, eventId), held, options);
  return saveRun(deps, { eventId, editorId, kind: 'assign', options, items });
}

/**
 * Previews how to undo the last run. A person with a newer number keeps it, and so does the new holder of an old
 * number.
 * @throws Problem NOTHING_TO_UNDO when no run was applied, or the last one was an undo
 */
export async function previewUndo(deps: PlanDeps, { eventId, editorId }: RunRequest): Promise<number> {
  const last = await lastRunOf(deps.read, eventId);
  if (last?.status !== 'done' || last.kind === 'undo') return refuse('NOTHING_TO_UNDO');
  const { held, heldByTiming } = await takenBibs(deps, eventId);
  const applied = await appliedItems(deps.read, last.id);
  const isBack = ({ live, bib, after }: (typeof applied)[number]) => live && bib === after;
  const moving = new Set(applied.filter(isBack).map(({ participantId }) => participantId));
  const items = applied
    // Chips stay; a line that gave only a chip has nothing to undo.
    .filter(({ live, before, after }) => live && before !== after)
    .map((item): PlannedItem => {
      const { participantId, bib, before } = item;
      if (!isBack(item)) return { participantId, before: bib, after: bib, outcome: 'newer' };
      const holder = before === null ? undefined : held.get(before);
      if (holder !== undefined && holder !== participantId && !moving.has(holder))
        return {
          ...{ participantId, before: bib, after: bib, said: before },
          outcome: heldByTiming.get(before ?? '') === holder ? 'keptThere' : 'taken',
        };
      return { participantId, before: bib, after: before, outcome: 'set' };
    });
  return saveRun(deps, { eventId, editorId, kind: 'undo', options: { undoes: last.id }, items: inSequence(items) });
}
