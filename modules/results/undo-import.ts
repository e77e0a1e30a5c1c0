import { and, eq, isNull, sql } from 'drizzle-orm';
import { addEventEntries } from '#modules/events/index.ts';
import type { Viewer } from '#src/platform/viewer.ts';
import type { Work } from '#src/platform/work.ts';
import { changesOf, importOf, lastImport } from './read-results.ts';
import { refuse } from './rules/problems.ts';
import { resultImports, results } from './schema.ts';
import { touchResults } from './touch-results.ts';

/**
 * Takes the last import of an event back: what it made is gone, what it changed is as it was before. What was erased since
 * stays away.
 * @throws Problem NOT_FOUND, IMPORT_IS_NOT_THE_LAST
 */
export async function undoImport(
  work: Work,
  editor: Pick<Viewer, 'userId'>,
  eventId: number,
  importId: number,
): Promise<void> {
  const { tx, now } = work;
  const record = (await importOf(tx, eventId, importId)) ?? refuse('NOT_FOUND');
  if (record.undoneAt !== null || (await lastImport(tx, eventId)) !== importId) refuse('IMPORT_IS_NOT_THE_LAST');
  const undone = await tx
    .update(resultImports)
    .set({ undoneAt: now, undoneBy: editor.userId })
    .where(and(eq(resultImports.id, importId), isNull(resultImports.undoneAt)))
    .returning({ id: resultImports.id });
  if (undone.length === 0) refuse('IMPORT_IS_NOT_THE_LAST');
  for (let after = 0; ; ) {
    const piece = await changesOf(tx, importId, after);
    const made = piece.filter(({ before }) => before === null).map(({ resultId }) => resultId);
    if (made.length > 0)
      await tx.delete(results).where(sql`${results.id} in (select value from json_each(${JSON.stringify(made)}))`);
    for (const { resultId, before } of piece)
      if (before) await tx.update(results).set(before).where(eq(results.id, resultId));
    const last = piece.at(-1);
    if (!last) break;
    after = last.resultId;
  }
  await touchResults(work, eventId);
  await addEventEntries(work, editor, eventId, [
    { kind: 'results', action: 'deleted', recordId: importId, name: record.fileName, changes: [] },
  ]);
}
