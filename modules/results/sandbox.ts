import type { ReadInSandbox } from '#src/files/sandbox/file-kind.ts';
import { readTables, type TableFault } from '#src/files/tables/read-table.ts';
import { Problem, refuse } from '#src/kernel/problem.ts';
import { type FileLine, linesOf } from './rules/columns.ts';

const linesAtOnce = 1000;

/** `year`: of the race. Answers the names of the splits. */
export const readResultFile: ReadInSandbox<{ year: number }, FileLine, { splits: string[] }> = async (
  bytes,
  { year },
  send,
) => {
  const all = (await tablesOf(bytes)).map((table) => linesOf(table, year));
  const read = all.find(({ fault }) => fault === null) ?? all[0] ?? refuseFile('empty');
  if (read.fault !== null) return refuseFile(read.fault);
  for (let from = 0; from < read.lines.length; from += linesAtOnce)
    await send(read.lines.slice(from, from + linesAtOnce));
  return { splits: read.splits };
};

const faults: Readonly<Record<TableFault, string>> = {
  unreadable: 'damaged',
  tooManyLines: 'tooLong',
  tooManyColumns: 'tooWide',
  tooLongLine: 'tooLongLine',
  empty: 'empty',
};

/** @throws Problem VALIDATION_FAILED with `details.fault`, a key under `results.fault` */
export const refuseFile = (fault: string): never =>
  refuse('VALIDATION_FAILED', { fault, fields: { file: ['unreadable'] } });

async function tablesOf(bytes: Uint8Array) {
  try {
    return await readTables(bytes);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    return refuseFile(faults[error.details.fault as TableFault]);
  }
}
