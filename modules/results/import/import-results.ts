import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Viewer } from '#src/access/viewer.ts';
import { pendingUploads } from '#src/files/pending-uploads.ts';
import type { FileKind } from '#src/files/sandbox/file-kind.ts';
import { dateIn, dateParts } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { stepByStep } from '#src/runtime/yield-to-event-loop.ts';
import { knownResults } from '../read-results.ts';
import { startersOf } from '../read-starters.ts';
import type { FileLine } from '../rules/columns.ts';
import { type Outcome, outcomes, type PlannedLine, planned } from '../rules/matching.ts';
import type { SavedRow } from '../rules/result.ts';
import { refuseFile } from '../sandbox.ts';
import { type SavedResults, saveResults } from '../save-results.ts';

/**
 * Imports every line that the preview calls new or changed.
 * @throws Problem VALIDATION_FAILED with `details.fault` for an unreadable file
 */
export async function importResults(
  deps: Pick<Deps, 'read' | 'write' | 'sandbox'>,
  editor: Pick<Viewer, 'userId'>,
  catalog: Catalog,
  file: { bytes: Uint8Array; name: string },
  options: ImportOptions,
): Promise<PlannedImport & SavedResults> {
  const planned = await planImport(deps, catalog, { bytes: file.bytes, editorId: editor.userId }, options);
  const rows = savedRows(planned);
  const saved = await deps.write((work) =>
    saveResults(work, {
      eventId: catalog.event.id,
      source: 'file',
      fileName: file.name.slice(0, 100),
      editorId: editor.userId,
      rows,
    }),
  );
  return { ...planned, ...saved };
}

export const maxFileBytes = 8 * 2 ** 20;

const resultFile: FileKind<{ year: number }, FileLine, { splits: string[] }> = {
  name: 'results',
  refuseCostly: () => refuseFile('tooCostly'),
};

export type ImportOptions = {
  /** Competition of all lines; null: by column or person. */
  competitionId: number | null;
  /** Also imports people who are not registered. */
  takesGuests: boolean;
};
export type PlannedImport = { lines: PlannedLine[]; splits: readonly string[]; tally: Record<Outcome, number> };

/** Preview of an import, line by line. @throws Problem VALIDATION_FAILED with `details.fault` for an unreadable file */
export async function planImport(
  { read, sandbox }: Pick<Deps, 'read' | 'sandbox'>,
  { event, competitions }: Catalog,
  { bytes, editorId }: { bytes: Uint8Array; editorId: number },
  { competitionId, takesGuests }: ImportOptions,
): Promise<PlannedImport> {
  const { year } = dateParts(dateIn(event.startTimestamp, event.timeZone));
  const { records, answer } = await sandbox.read(resultFile, editorId, bytes, { year });
  const known = await knownResults(read, event.id);
  const lines = await stepByStep(
    planned(
      records,
      await startersOf(read, event.id),
      new Map([...known].map(([key, { content }]) => [key, content])),
      {
        competitions: { chosen: competitionId, all: competitions },
        takesGuests,
      },
    ),
  );
  const tally = Object.fromEntries(outcomes.map((each) => [each, 0])) as Record<Outcome, number>;
  for (const { outcome } of lines) tally[outcome] += 1;
  return { lines, splits: answer.splits, tally };
}

export const savedRows = ({ lines }: PlannedImport): SavedRow[] =>
  lines.flatMap(({ outcome, row }) => (row && (outcome === 'new' || outcome === 'changed') ? [row] : []));

/** A results file between preview and import. */
export const pendingResultFiles = pendingUploads({
  purpose: 'result-import',
  folder: 'result-imports',
  ending: 'table',
  job: 'forget-result-files',
});
