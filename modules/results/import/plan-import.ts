import type { Catalog } from '#modules/events/rules/catalog.ts';
import { Problem, refuse } from '#src/kernel/problem.ts';
import { dateIn, dateParts } from '#src/kernel/time.ts';
import type { Reader } from '#src/platform/database.ts';
import { readCells, type TableFault } from '#src/platform/tables/read-table.ts';
import { knownResults } from '../read-results.ts';
import { startersOf } from '../read-starters.ts';
import { linesOf } from '../rules/columns.ts';
import { type Outcome, outcomes, type PlannedLine, plan } from '../rules/matching.ts';
import type { SavedRow } from '../rules/result.ts';

export const mostFileBytes = 8 * 2 ** 20;

export type ImportOptions = {
  /** Of which competition all lines are; null: each says it, or its person does. */
  competitionId: number | null;
  /** Lines of people who are not registered count as well. */
  takesGuests: boolean;
};
export type PlannedImport = { lines: PlannedLine[]; splits: readonly string[]; tally: Record<Outcome, number> };

/**
 * What the import of a file would do, line by line.
 * @throws Problem VALIDATION_FAILED with `details.fault` when nobody can read it
 */
export async function planImport(
  reader: Reader,
  { event, competitions }: Catalog,
  bytes: Uint8Array,
  { competitionId, takesGuests }: ImportOptions,
): Promise<PlannedImport> {
  const { year } = dateParts(dateIn(event.startTimestamp, event.timeZone));
  const read = linesOf(await tableOf(bytes), year);
  if (read.fault !== null) return refuse('VALIDATION_FAILED', { fault: read.fault, fields: { file: ['unreadable'] } });
  const known = await knownResults(reader, event.id);
  const lines = plan(
    read.lines,
    await startersOf(reader, event.id),
    new Map([...known].map(([key, { content }]) => [key, content])),
    { competitions: { chosen: competitionId, all: competitions }, takesGuests },
  );
  const tally = Object.fromEntries(outcomes.map((each) => [each, 0])) as Record<Outcome, number>;
  for (const { outcome } of lines) tally[outcome] += 1;
  return { lines, splits: read.splits, tally };
}

/** What the page says of a file that is no table. */
const faults: Readonly<Record<TableFault, string>> = {
  unreadable: 'damaged',
  tooManyLines: 'tooLong',
  tooManyColumns: 'tooWide',
  empty: 'empty',
};
async function tableOf(bytes: Uint8Array) {
  try {
    return await readCells(bytes);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const fault = faults[error.details.fault as TableFault];
    return refuse('VALIDATION_FAILED', { fault, fields: { file: ['unreadable'] } });
  }
}

/** What of a plan is saved. */
export const savedRows = ({ lines }: PlannedImport): SavedRow[] =>
  lines.flatMap(({ outcome, row }) => (row && (outcome === 'new' || outcome === 'changed') ? [row] : []));
