import { createHash } from 'node:crypto';
import type { ReadInSandbox } from '#src/files/sandbox/file-kind.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { CalendarDate } from '#src/kernel/time.ts';
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
  days: readonly [CalendarDate, CalendarDate] | null;
  /** The table whose columns a person chose, or is to choose (`choices.onlyShown`). */
  table: TableView | null;
};

const linesAtOnce = 1000;

function spanning(days: BankFileAnswer['days'], day: CalendarDate): BankFileAnswer['days'] {
  const [first, last] = days ?? [day, day];
  return [day < first ? day : first, day > last ? day : last];
}

/** Reads a bank file to its end. With `onlyShown` it returns only the table. */
export const readBankUpload: ReadInSandbox<BankFileOptions, BankLine, BankFileAnswer> = async (
  bytes,
  { ownIban, choices },
  send,
) => {
  try {
    const file = await openBankFile(bytes, ownIban, choices);
    let lines = 0;
    let days: BankFileAnswer['days'] = null;
    let rest: BankLine[] = [];
    for await (const some of file.lines()) {
      if (choices.onlyShown) continue;
      lines += some.length;
      for (const { bookingDate } of some) days = spanning(days, bookingDate);
      rest = rest.concat(some);
      while (rest.length >= linesAtOnce) await send(rest.splice(0, linesAtOnce));
    }
    await send(rest);
    const fileHash = createHash('sha256').update(bytes).digest('hex');
    return { format: file.format, lines, days, fileHash, table: choices.onlyShown ? null : file.chosen };
  } catch (error) {
    if (!(error instanceof BankFileError)) throw error;
    if (!choices.onlyShown) return refuseFile(error);
    return {
      format: '',
      lines: 0,
      days: null,
      fileHash: '',
      table: error instanceof UnknownColumnsError ? error.table : null,
    };
  }
};

/**
 * @throws Problem VALIDATION_FAILED with `details.reason = "invalidImportFile"`, the error and its line; for unknown
 * columns with `details.columns`
 */
export function refuseFile(error: BankFileError): never {
  const { reason, place } = error;
  const text = [`imports.refused.${reason}`];
  const isOfColumns = reason === 'unknownColumns' || reason === 'choice';
  const fields = isOfColumns ? { columns: text } : { file: text };
  const unknown = error instanceof UnknownColumnsError ? unknownIn(error.table) : {};
  return refuse('VALIDATION_FAILED', { reason: 'invalidImportFile', fault: reason, line: place, ...unknown, fields });
}

function unknownIn({ names, fields }: TableView) {
  const columns = names.flatMap((name, at) => (fields[at] === null ? [{ column: at + 1, name }] : []));
  const needed = { bookingDate: ['bookingDate'], amount: ['amount', 'credit'], reference: ['reference'] } as const;
  const isMissing = (any: readonly ColumnField[]) => !any.some((field) => fields.includes(field));
  const missing = Object.entries(needed).flatMap(([field, any]) => (isMissing(any) ? [field] : []));
  return { columns, missing };
}
