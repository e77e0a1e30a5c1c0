import type { Reader } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import { pendingUploads } from '#src/files/pending-uploads.ts';
import type { FileKind } from '#src/files/sandbox/file-kind.ts';
import { Problem } from '#src/kernel/problem.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { collectAll, collectYoung } from '#src/runtime/garbage.ts';
import { describeError } from '#src/runtime/log.ts';
import { BankFileError, type BankLine } from '../bank-files/bank-line.ts';
import { breathe } from '../bank-files/read-bank-file.ts';
import type { ColumnChoices, ColumnField, TableView } from '../bank-files/table-columns.ts';
import { refuse } from '../rules/problems.ts';
import { type BankFileAnswer, type BankFileOptions, refuseFile } from '../sandbox.ts';
import { bankFileColumns } from '../schema.ts';
import { type Booked, bookLines, type NewImport, type Progress } from './book-lines.ts';
import { type Books, type Reactivate, reactivateForPreview } from './decide.ts';
import { linesIn, matchEarlierReadings } from './earlier-readings.ts';
import { readerOf } from './fingerprint.ts';
import { fillBooks, ImportRun, numbersOf, type ReadLine } from './import-run.ts';
import { withOrdersOfBills } from './named-orders.ts';
import { linesOfBases, orderStates, waitingLines } from './read-state.ts';
import type { ImportResult } from './result.ts';

type ImportDeps = Pick<Deps, 'config' | 'read' | 'write' | 'log' | 'ordersOfBills'>;
export type GivenColumns = ColumnChoices['given'];
type UploadedBankFile = { bytes: Uint8Array; name: string; columns?: GivenColumns };

/** Larger files are worth a full garbage collection before booking. */
const linesOfGarbage = 20_000;
/** Lines of a preview decided before yielding to the event loop. */
const linesPerPreviewTurn = 500;

const bankFile: FileKind<BankFileOptions, BankLine, BankFileAnswer> = {
  name: 'bank-file',
  limits: { maxMemoryBytes: 800 * 2 ** 20, maxAnswerBytes: 200 * 2 ** 20 },
  refuseCostly: () => refuseFile(new BankFileError('tooCostly')),
};

async function optionsOf(
  { config, read }: Pick<Deps, 'config' | 'read'>,
  choices: Pick<ColumnChoices, 'given' | 'onlyShown'>,
): Promise<BankFileOptions> {
  return { ownIban: config.bank?.iban ?? null, choices: { saved: await savedColumns(read), ...choices } };
}

/** Columns of a bank's table for a person to choose; null without a (readable) table. */
export async function viewTable(
  deps: Pick<Deps, 'config' | 'read' | 'sandbox'>,
  bytes: Uint8Array,
  editorId: number,
): Promise<TableView | null> {
  const options = await optionsOf(deps, { given: null, onlyShown: true });
  return (await deps.sandbox.texts(bankFile, editorId, bytes, options)).answer.table;
}

async function beginRun({ config, ordersOfBills, read }: ImportDeps, file: WholeFile): Promise<ImportRun> {
  const bank = { iban: config.bank?.iban ?? null, prefix: config.paymentReferencePrefix };
  const run = new ImportRun(bank, readerOf(file.about.format, file.chosen), ordersOfBills);
  run.recognize(await matchEarlierReadings(read, run, file));
  return run;
}

export type WholeFile = {
  texts: Buffer[];
  about: Omit<NewImport, 'editorId'>;
  days: BankFileAnswer['days'];
  chosen: TableView | null;
};

/**
 * Reads a bank file in a worker. The result does not reference the file.
 * @throws Problem VALIDATION_FAILED with `details.reason = "invalidImportFile"`, the error and its line;
 * TOO_MANY_REQUESTS
 */
export async function readToEnd(
  deps: Pick<Deps, 'config' | 'read' | 'sandbox'>,
  { bytes, name, columns = null }: UploadedBankFile,
  editorId: number,
): Promise<WholeFile> {
  const options = await optionsOf(deps, { given: columns });
  const { texts, answer } = await deps.sandbox.texts(bankFile, editorId, bytes, options);
  const { table: chosen, days, ...about } = answer;
  return { texts, about: { fileName: name.slice(0, 200), ...about }, days, chosen };
}

export async function previewBankFile(deps: ImportDeps, file: WholeFile): Promise<ImportResult> {
  const { texts, about } = file;
  const run = await beginRun(deps, file);
  const reactivate = reactivateForPreview(deps.write);
  // Changes by earlier lines, which a booking would find in the database.
  const books: Books = { orders: new Map(), waiting: new Map() };
  for (let text = texts.shift(); text !== undefined; text = texts.shift()) {
    const lines = linesIn(text);
    for (let from = 0; from < lines.length; from += linesPerPreviewTurn) {
      const read = lines.slice(from, from + linesPerPreviewTurn).map((line) => run.read(line));
      await previewLines(deps, run, books, reactivate, read);
      await breathe();
    }
  }
  return { format: about.format, rows: run.rows, importId: null };
}

async function previewLines(
  deps: ImportDeps,
  run: ImportRun,
  books: Books,
  reactivate: Reactivate,
  read: readonly ReadLine[],
): Promise<void> {
  const lines = await withOrdersOfBills(deps.read, run.ordersOfBills, read);
  const known = await linesOfBases(deps.read, [...new Set(lines.map(({ base }) => base))]);
  run.known.load(known.map(({ fingerprint }) => fingerprint));
  const stored = new Map(known.map((each) => [each.fingerprint, each]));
  const numbers = numbersOf(lines).filter((id) => !books.orders.has(id));
  fillBooks(books, await orderStates(deps.read, numbers), await waitingLines(deps.read, numbers), run.bank.prefix);
  for (const line of lines) await run.decide(line, stored, books, reactivate);
  run.settle();
}

/**
 * Books a completely read file in many small writes, each line together with its money, so that a second import of the
 * file completes an aborted one.
 * @throws Problem IMPORT_FAILED on an internal error
 */
export async function importBankFile(deps: ImportDeps, file: WholeFile, editorId: number): Promise<ImportResult> {
  const { texts, about } = file;
  const { format, lines: count } = about;
  try {
    const run = await beginRun(deps, file);
    let importId: number | null = null;
    if (count >= linesOfGarbage) collectAll();
    for (let text = texts.shift(); text !== undefined; text = texts.shift()) {
      collectYoung();
      let lines: ReadLine[] = linesIn(text).map((line) => run.read(line));
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
    return refuse('IMPORT_FAILED');
  }
}

/** Chosen columns per bank, by fingerprint of the header. */
async function savedColumns(reader: Reader): Promise<ColumnChoices['saved']> {
  const rows = await reader.select().from(bankFileColumns);
  return Object.fromEntries(rows.map(({ fingerprint, fields }) => [fingerprint, fields as ColumnField[]]));
}

/** Saves the columns of a table, so that the next file with the same header needs no question. */
export async function saveColumns({ tx, now }: Work, table: TableView, editorId: number): Promise<void> {
  const values = { fields: table.fields.map((field) => field ?? 'ignored'), editorId, updatedAt: now };
  await tx
    .insert(bankFileColumns)
    .values({ fingerprint: table.fingerprint, ...values })
    .onConflictDoUpdate({ target: bankFileColumns.fingerprint, set: values });
}

const uploads = pendingUploads({
  purpose: 'bank-import',
  folder: 'bank-imports',
  ending: 'bank',
  job: 'forget-bank-files',
});

export const storeFile = uploads.keep;
export const pendingFile = uploads.find;
export const forgetFile = uploads.forget;
export const forgetBankFiles = uploads.forgetting;
