import { readTables, type TableCell } from '#src/files/tables/read-table.ts';
import { Problem } from '#src/kernel/problem.ts';
import { BankFileError, type BankLine } from './bank-line.ts';
import { isBookingRow } from './cells.ts';
import { type ColumnChoices, isHead, type TableView } from './table-columns.ts';
import { TableReader } from './table-reader.ts';

const rowsATurn = 1000;
const headRows = 40;

/** Reads a bank's workbook (xlsx): the only sheet with a known header, by the same columns as a CSV. */
export class WorkbookReader {
  readonly #table: TableReader;

  constructor(choices: ColumnChoices, ownIban: string | null) {
    this.#table = new TableReader(choices, ownIban);
  }

  get chosen(): TableView | null {
    return this.#table.chosen;
  }

  get format(): string {
    return this.#table.format.replace(/^csv/, 'xlsx');
  }

  async *lines(bytes: Uint8Array): AsyncGenerator<BankLine[]> {
    const rows = await cellsOf(bytes);
    const width = rows.reduce((widest, { length }) => Math.max(widest, length), 0);
    let lines: BankLine[] = [];
    for (const [index, row] of rows.entries()) {
      const cells = Array.from({ length: width }, (_, at) => row[at] ?? '');
      lines.push(...this.#table.push({ cells, line: index + 1 }));
      if (lines.length < rowsATurn) continue;
      yield lines;
      lines = [];
    }
    yield [...lines, ...this.#table.end()];
  }
}

async function cellsOf(bytes: Uint8Array): Promise<TableCell[][]> {
  const sheets = await sheetsOf(bytes);
  const withHead = sheets.filter((rows) => {
    const head = rows.slice(0, headRows).findIndex((row) => isHead(given(row)));
    return head >= 0 && rows.slice(head + 1).some((row) => row.some((cell) => String(cell ?? '').trim() !== ''));
  });
  const lists = withHead.length > 0 ? withHead : sheets.filter((rows) => rows.some((row) => isBookingRow(given(row))));
  // Two sheets may contain the same movement; only separate files are compared.
  if (lists.length > 1) throw new BankFileError('sheets');
  return lists[0] ?? sheets[0] ?? [];
}

const given = (row: readonly TableCell[]) => row.map((cell) => cell ?? '');

async function sheetsOf(bytes: Uint8Array): Promise<TableCell[][][]> {
  try {
    return await readTables(bytes);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { fault } = error.details;
    if (fault === 'empty') throw new BankFileError('empty');
    throw new BankFileError(fault === 'tooManyLines' || fault === 'tooManyColumns' ? 'tooLarge' : 'broken');
  }
}
