import { createHash } from 'node:crypto';
import { refuse } from '#src/kernel/problem.ts';
import type { ReadInSandbox } from '#src/platform/sandbox/file-kind.ts';
import { BankFileError, type BankLine } from './bank-files/bank-line.ts';
import { openBankFile } from './bank-files/read-bank-file.ts';
import {
  type ColumnChoices,
  type ColumnField,
  type TableView,
  UnknownColumnsError,
} from './bank-files/table-columns.ts';

export type BankFileOptions = { ownIban: string | null; choices: ColumnChoices };
export type BankFileAnswer = {
  format: string;
  fileHash: string;
  lines: number;
  /** The table whose columns somebody chose. */
  chosen: TableView | null;
  /** The table that was only to be shown. */
  shown: TableView | null;
};

/** As many are booked by one write, with a disk flush of its own. */
const linesAtOnce = 1000;

/** Reads a bank's file to its end; nothing of it counts before. */
export const readBankUpload: ReadInSandbox<BankFileOptions, BankLine, BankFileAnswer> = async (
  bytes,
  { ownIban, choices },
  send,
) => {
  let lines = 0;
  try {
    const file = await openBankFile(bytes, ownIban, choices);
    let rest: BankLine[] = [];
    for await (const some of file.lines()) {
      lines += some.length;
      rest = rest.concat(some);
      while (rest.length >= linesAtOnce) await send(rest.splice(0, linesAtOnce));
    }
    await send(rest);
    const fileHash = createHash('sha256').update(bytes).digest('hex');
    return { format: file.format, lines, fileHash, chosen: file.chosen, shown: null };
  } catch (error) {
    if (error instanceof UnknownColumnsError && choices.onlyShown)
      return { format: '', lines, fileHash: '', chosen: null, shown: error.table };
    if (error instanceof BankFileError) return refuseFile(error);
    throw error;
  }
};

/**
 * The place of an error (the line of the file or the number of the entry) and why, as the problem tells it.
 * @throws Problem VALIDATION_FAILED with `details.reason = "invalidImportFile"`
 */
export function refuseFile(error: BankFileError): never {
  const { reason, place } = error;
  const text = [`imports.refused.${reason}`];
  const isOfColumns = reason === 'unknownColumns' || reason === 'choice';
  const fields = isOfColumns ? { columns: text } : { file: text };
  const unknown = error instanceof UnknownColumnsError ? unknownIn(error.table) : {};
  return refuse('VALIDATION_FAILED', { reason: 'invalidImportFile', fault: reason, line: place, ...unknown, fields });
}

/** The columns that were not understood, and the fields that no column has. */
function unknownIn({ names, fields }: TableView) {
  const columns = names.flatMap((name, at) => (fields[at] === null ? [{ column: at + 1, name }] : []));
  const needed = { bookingDate: ['bookingDate'], amount: ['amount', 'credit'], reference: ['reference'] } as const;
  const isMissing = (any: readonly ColumnField[]) => !any.some((field) => fields.includes(field));
  const missing = Object.entries(needed).flatMap(([field, any]) => (isMissing(any) ? [field] : []));
  return { columns, missing };
}
