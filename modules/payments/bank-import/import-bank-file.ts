import { createHash } from 'node:crypto';
import { Problem, refuse } from '#src/kernel/problem.ts';
import type { Deps } from '#src/platform/deps.ts';
import { collectAll, collectYoung } from '#src/platform/garbage.ts';
import { describeError } from '#src/platform/log.ts';
import { BankFileError, type BankLine } from '../bank-files/bank-line.ts';
import { type BankFile, breathe, openBankFile } from '../bank-files/read-bank-file.ts';
import {
  type ColumnChoices,
  type ColumnField,
  type TableView,
  UnknownColumnsError,
} from '../bank-files/table-columns.ts';
import { refuse as refusePayment } from '../rules/problems.ts';
import { type Booked, bookLines, type NewImport, type Progress } from './book-lines.ts';
import type { Books } from './decide.ts';
import { fillBooks, ImportRun, numbersOf, type ReadLine } from './import-run.ts';
import { withOrdersOfBills } from './orders-of-bills.ts';
import { reactivateForPreview } from './reactivate-expired.ts';
import { linesOfBases, orderStates, waitingLines } from './read-state.ts';
import type { ImportResult } from './result.ts';
import { savedColumns } from './saved-columns.ts';

type ImportDeps = Pick<Deps, 'config' | 'read' | 'write' | 'log' | 'ordersOfBills'>;
/** What each column holds, by its name as it stands in the file or as `#3`. */
export type GivenColumns = ColumnChoices['given'];
type UploadedBankFile = { bytes: Uint8Array; name: string; columns?: GivenColumns };

/** So many lines are booked by one write, with a disk flush of its own. */
const linesAWrite = 1000;
/** Before so many lines are booked what their file left behind is worth a collection of everything. */
const linesOfGarbage = 20_000;
/** A preview decides so many before others have their turn. */
const linesAPreview = 500;

/** The place of an error and why, as the problem tells it. @throws Problem VALIDATION_FAILED */
function refuseFile(error: BankFileError): never {
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

async function opened(
  { config, read }: Pick<Deps, 'config' | 'read'>,
  bytes: Uint8Array,
  choices: Pick<ColumnChoices, 'given' | 'onlyShown'>,
): Promise<BankFile> {
  return openBankFile(bytes, config.bank?.iban ?? null, { saved: await savedColumns(read), ...choices });
}

async function orRefused<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (error instanceof BankFileError) return refuseFile(error);
    throw error;
  }
}

/**
 * Reads a bank's file from beginning to end. Nothing is kept of it.
 * @throws Problem VALIDATION_FAILED with `details.reason = "invalidImportFile"`, the error and its line; of columns that
 * are not understood with `details.columns`
 */
export function checkBankFile(
  deps: Pick<Deps, 'config' | 'read'>,
  bytes: Uint8Array,
  given: GivenColumns = null,
): Promise<TableView | null> {
  return orRefused(async () => {
    const file = await opened(deps, bytes, { given });
    for await (const _ of file.lines());
    return file.chosen;
  });
}

/** The columns of a bank's table, for somebody to choose; null: the file is none, or damaged before they are known. */
export async function viewTable(deps: Pick<Deps, 'config' | 'read'>, bytes: Uint8Array): Promise<TableView | null> {
  try {
    for await (const _ of (await opened(deps, bytes, { given: null, onlyShown: true })).lines());
    return null;
  } catch (error) {
    if (error instanceof UnknownColumnsError) return error.table;
    if (error instanceof BankFileError) return null;
    throw error;
  }
}

/** Lines of a file so many at a time, however they come. */
async function* inChunks(pieces: AsyncIterable<BankLine[]>, many: number): AsyncGenerator<BankLine[]> {
  let rest: BankLine[] = [];
  for await (const piece of pieces) {
    rest = rest.concat(piece);
    let from = 0;
    for (; rest.length - from >= many; from += many) {
      yield rest.slice(from, from + many);
      await breathe();
    }
    if (from > 0) rest = rest.slice(from);
  }
  if (rest.length > 0) yield rest;
}

function beginRun({ config, ordersOfBills }: Pick<Deps, 'config' | 'ordersOfBills'>, format: () => string): ImportRun {
  const bank = { iban: config.bank?.iban ?? null, prefix: config.paymentReferencePrefix };
  return new ImportRun(bank, format, ordersOfBills);
}

/**
 * What an import of this file would do, now; nothing is booked.
 * @throws Problem VALIDATION_FAILED like `checkBankFile`
 */
export function previewBankFile(
  deps: ImportDeps,
  bytes: Uint8Array,
  given: GivenColumns = null,
): Promise<ImportResult> {
  return orRefused(async () => {
    const file = await opened(deps, bytes, { given });
    const run = beginRun(deps, () => file.format);
    const reactivate = reactivateForPreview(deps.write);
    // What earlier lines would have changed is kept here, where a booking finds it in the database.
    const books: Books = { orders: new Map(), waiting: new Map() };
    for await (const chunk of inChunks(file.lines(), linesAPreview)) {
      const read = chunk.map((line) => run.read(line));
      const lines = await withOrdersOfBills(deps.read, run.ordersOfBills, read);
      const known = await linesOfBases(deps.read, [...new Set(lines.map(({ base }) => base))]);
      run.known.load(known.map(({ fingerprint }) => fingerprint));
      const stored = new Map(known.map((each) => [each.fingerprint, each]));
      const numbers = numbersOf(lines).filter((id) => !books.orders.has(id));
      fillBooks(books, await orderStates(deps.read, numbers), await waitingLines(deps.read, numbers), run.bank.prefix);
      for (const line of lines) await run.decide(line, stored, books, reactivate);
      run.settle();
    }
    return { format: file.format, rows: run.rows, importId: null };
  });
}

/** All that a file says, to be forgotten piece by piece. As text the lines take less room than as records. */
export type WholeFile = { chunks: string[]; about: Omit<NewImport, 'editorId'>; chosen: TableView | null };

/**
 * Reads a bank's file to its end. Nothing of what it answers holds the file itself.
 * @throws Problem VALIDATION_FAILED like `checkBankFile`
 */
export function readToEnd(
  deps: Pick<Deps, 'config' | 'read'>,
  { bytes, name, columns = null }: UploadedBankFile,
): Promise<WholeFile> {
  return orRefused(async () => {
    const file = await opened(deps, bytes, { given: columns });
    const chunks: string[] = [];
    let lines = 0;
    for await (const chunk of inChunks(file.lines(), linesAWrite)) {
      chunks.push(JSON.stringify(chunk));
      lines += chunk.length;
    }
    const fileHash = createHash('sha256').update(bytes).digest('hex');
    const about = { fileName: name.slice(0, 200), format: file.format, fileHash, lines };
    return { chunks, about, chosen: file.chosen };
  });
}

/**
 * Imports a bank's file that was read to its end, in many small writes. What is booked is booked together with its line,
 * so that the same file finishes what a crash left undone.
 * @throws Problem IMPORT_FAILED when we failed meanwhile
 */
export async function importBankFile(
  deps: ImportDeps,
  { chunks, about }: Pick<WholeFile, 'chunks' | 'about'>,
  editorId: number,
): Promise<ImportResult> {
  const { format, lines: count } = about;
  try {
    const run = beginRun(deps, () => format);
    let importId: number | null = null;
    if (count >= linesOfGarbage) collectAll();
    for (let text = chunks.shift(); text !== undefined; text = chunks.shift()) {
      collectYoung();
      let lines: ReadLine[] = (JSON.parse(text) as BankLine[]).map((line) => run.read(line));
      while (lines.length > 0) {
        const progress: Progress = { importId, linesAfter: count - run.rows.length };
        const booked: Booked = await deps.write((work) =>
          bookLines(work, run, progress, { ...about, editorId }, lines),
        );
        run.settle();
        importId = booked.importId;
        lines = lines.slice(booked.done);
      }
      await breathe();
    }
    return { format, rows: run.rows, importId };
  } catch (error) {
    if (error instanceof Problem) throw error;
    deps.log.error('a bank file was booked only in part', describeError(error));
    return refusePayment('IMPORT_FAILED');
  }
}
