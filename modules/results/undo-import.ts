import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { addEventEntries } from '#modules/events/index.ts';
import { stopFetching } from '#modules/timing/index.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Tx } from '#src/data/database.ts';
import type { Job } from '#src/data/jobs.ts';
import type { Work } from '#src/data/work.ts';
import { seconds } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { yieldToEventLoop } from '#src/runtime/yield-to-event-loop.ts';
import { rememberOptOuts } from './name-visibility.ts';
import { mayName } from './read-hidden-names.ts';
import { changesOf, contentOf, importOf, isBeingUndone, lastImport, type ResultChange } from './read-results.ts';
import { refuse } from './rules/problems.ts';
import { undone } from './rules/result.ts';
import { resultImports, results } from './schema.ts';
import { touchResults } from './touch-results.ts';

export const undoJob = 'results.undo-imports';
/** Results per transaction, so that bookings do not wait long. */
const portion = 500;

/**
 * Undoes the latest import: deletes new results and restores changed ones; erased data stays erased. Does the first
 * portion; `undoImportsJob` does the rest. Turns automatic updates of a timing system off, which would restore the
 * results; answers whether they were on.
 * @throws Problem NOT_FOUND, IMPORT_IS_NOT_THE_LAST, RESULTS_UNDO_UNDER_WAY
 */
export async function undoImport(
  work: Work,
  editor: Pick<Viewer, 'userId'>,
  eventId: number,
  importId: number,
): Promise<boolean> {
  const { tx, now } = work;
  const record = (await importOf(tx, eventId, importId)) ?? refuse('NOT_FOUND');
  if (record.undoneAt !== null) refuse('IMPORT_IS_NOT_THE_LAST');
  if (await isBeingUndone(tx, eventId)) refuse('RESULTS_UNDO_UNDER_WAY');
  if ((await lastImport(tx, eventId)) !== importId) refuse('IMPORT_IS_NOT_THE_LAST');
  await tx
    .update(resultImports)
    .set({ undoneAt: now, undoneBy: editor.userId, undoneUpTo: 0 })
    .where(and(eq(resultImports.id, importId), isNull(resultImports.undoneAt)));
  await undoPortion(work, importId);
  return record.source === 'timing' && (await stopFetching(work, eventId, editor));
}

/** Progress is stored in the same transaction, so it survives a killed process. */
export const undoImportsJob = (deps: Pick<Deps, 'read' | 'write'>): Job => ({
  name: undoJob,
  everyMs: seconds(10),
  async run() {
    const [open] = await deps.read
      .select({ id: resultImports.id })
      .from(resultImports)
      .where(isNotNull(resultImports.undoneUpTo))
      .limit(1);
    if (!open) return false;
    await deps.write((work) => undoPortion(work, open.id));
    await yieldToEventLoop();
    return true;
  },
});

export async function undoPortion(work: Work, importId: number): Promise<void> {
  const { tx } = work;
  const [record] = await tx
    .select()
    .from(resultImports)
    .where(and(eq(resultImports.id, importId), isNotNull(resultImports.undoneUpTo)));
  if (!record) return;
  const { eventId, fileName, undoneUpTo, undoneBy } = record;
  const piece = await changesOf(tx, importId, undoneUpTo ?? 0, portion);
  await takeBack(tx, piece);
  const last = piece.length === portion ? piece.at(-1) : undefined;
  await tx
    .update(resultImports)
    .set({ undoneUpTo: last?.resultId ?? null })
    .where(eq(resultImports.id, importId));
  if (last) return;
  await touchResults(work, eventId);
  if (undoneBy === null) return;
  await addEventEntries(work, { userId: undoneBy }, eventId, [
    { kind: 'results', action: 'deleted', recordId: importId, name: fileName, changes: [] },
  ]);
}

async function takeBack(tx: Tx, piece: readonly ResultChange[]): Promise<void> {
  const ids = (some: readonly ResultChange[]) =>
    sql`(select value from json_each(${JSON.stringify(some.map(({ resultId }) => resultId))}))`;
  const changed = piece.filter(({ before }) => before !== null);
  const made = piece.filter(({ before }) => before === null);
  if (made.length > 0) await rememberOptOuts(tx, ids(made));
  if (made.length > 0) await tx.delete(results).where(sql`${results.id} in ${ids(made)}`);
  if (changed.length === 0) return;
  const stored = await tx
    .select()
    .from(results)
    .where(sql`${results.id} in ${ids(changed)}`);
  const now = new Map(stored.map((row) => [row.id, contentOf(row)]));
  for (const { resultId, before, after } of changed) {
    const content = now.get(resultId);
    if (!content || !before) continue;
    const { participantId } = content;
    const back = undone(content, { before, after });
    // An opt-out as participant also applies to the line of the file.
    const isNo = participantId !== null && back.participantId === null && !(await mayName(tx, participantId));
    await tx
      .update(results)
      .set({ ...back, ...(isNo ? { isNameShown: false } : {}) })
      .where(eq(results.id, resultId));
  }
}
