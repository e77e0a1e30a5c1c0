import { createHash } from 'node:crypto';
import { refuse } from '#src/kernel/problem.ts';
import type { ReadInSandbox } from '#src/platform/sandbox/file-kind.ts';
import { BankFileError, type BankFileErrorReason, type BankLine } from './bank-files/bank-line.ts';
import { openBankFile } from './bank-files/read-bank-file.ts';

export type BankFileAnswer = { format: string; fileHash: string; lines: number };

/** As many are booked by one write, with a disk flush of its own. */
const linesAtOnce = 1000;

/** Reads a bank's file to its end; nothing of it counts before. */
export const readBankUpload: ReadInSandbox<{ ownIban: string | null }, BankLine, BankFileAnswer> = async (
  bytes,
  { ownIban },
  send,
) => {
  try {
    const file = await openBankFile(bytes, ownIban);
    let lines = 0;
    let rest: BankLine[] = [];
    for await (const some of file.lines()) {
      lines += some.length;
      rest = rest.concat(some);
      while (rest.length >= linesAtOnce) await send(rest.splice(0, linesAtOnce));
    }
    await send(rest);
    return { format: file.format, lines, fileHash: createHash('sha256').update(bytes).digest('hex') };
  } catch (error) {
    if (error instanceof BankFileError) return refuseFile(error.reason, error.place);
    throw error;
  }
};

/**
 * `place`: the line of the file or the number of the entry.
 * @throws Problem VALIDATION_FAILED with `details.reason = "invalidImportFile"`, the error and its line
 */
export function refuseFile(fault: BankFileErrorReason, place: number | null): never {
  const fields = { file: [`imports.refused.${fault}`] };
  return refuse('VALIDATION_FAILED', { reason: 'invalidImportFile', fault, line: place, fields });
}
