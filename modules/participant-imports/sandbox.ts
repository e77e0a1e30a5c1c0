import type { ReadInSandbox } from '#src/files/sandbox/file-kind.ts';
import { readTables, type TableCell } from '#src/files/tables/read-table.ts';
import { plainHead } from '#src/kernel/column-heads.ts';
import { refuse } from '#src/kernel/problem.ts';
import { type FileRow, maxImportedPeople } from './rules/line.ts';

/** `heads`: plain heads of all fields, by which the row with the heads is found. */
export type ListOptions = { heads: readonly string[] };
export type ListAnswer = { heads: readonly string[] };

const maxTitles = 20;
const linesAtOnce = 200;
/** Of all cells together, because a list is stored until it is booked. */
const maxCharacters = 2_000_000;

/** @throws Problem VALIDATION_FAILED with `details.fault`, the end of `participantImports.fault.…` */
export const refuseFile = (fault: string, details: Readonly<Record<string, unknown>> = {}): never =>
  refuse('VALIDATION_FAILED', { fault, fields: { file: [`participantImports.fault.${fault}`] }, ...details });

const textOf = (cell: TableCell): string => String(cell ?? '');

export const readParticipantList: ReadInSandbox<ListOptions, FileRow, ListAnswer> = async (bytes, options, send) => {
  const known = new Set(options.heads);
  const ranked = (await readTables(bytes)).map((table) => ({ table, ...headIn(table, known) }));
  const [best] = ranked.toSorted((a, b) => b.score - a.score);
  if (!best) return refuseFile('empty');
  const { table, top } = best;
  const width = Math.max(0, ...table.slice(top).map((cells) => cells.findLastIndex((cell) => textOf(cell) !== '') + 1));
  const heads = Array.from({ length: width }, (_, at) => textOf(table[top]?.[at] ?? null));
  const rows = table
    .map((cells, index) => ({ line: index + 1, cells: heads.map((_, at) => textOf(cells[at] ?? null)) }))
    .filter(({ line, cells }) => line > top + 1 && cells.some((cell) => cell !== ''));
  if (rows.length === 0) return refuseFile('noLines');
  if (rows.length > maxImportedPeople)
    return refuseFile('tooManyPeople', { max: maxImportedPeople, count: rows.length });
  const characters = rows.reduce((sum, { cells }) => sum + cells.reduce((all, { length }) => all + length, 0), 0);
  if (characters > maxCharacters) return refuseFile('tooMuchText');
  for (let from = 0; from < rows.length; from += linesAtOnce) await send(rows.slice(from, from + linesAtOnce));
  return { heads };
};

/** The row with the most known heads; without any, the first filled row. */
function headIn(table: readonly (readonly TableCell[])[], known: ReadonlySet<string>): { top: number; score: number } {
  const scores = table.slice(0, maxTitles).map((cells) => {
    const heads = cells.map((cell) => plainHead(textOf(cell).replace(/\s*[([].*$/, '')));
    return new Set(heads.filter((head) => known.has(head))).size;
  });
  const score = Math.max(0, ...scores);
  const isFilled = (cells: readonly TableCell[]) => cells.some((cell) => textOf(cell) !== '');
  return { top: score > 0 ? scores.indexOf(score) : Math.max(0, table.findIndex(isFilled)), score };
}
