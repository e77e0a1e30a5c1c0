import { Parser } from 'csv-parse';
import { BankFileError, type BankFileReader, type BankLine } from './bank-line.ts';
import { type ColumnChoices, isHead, type TableView } from './table-columns.ts';
import { TableReader } from './table-reader.ts';

export class CsvReader implements BankFileReader {
  readonly #records: CsvRecords;
  readonly #table: TableReader;

  constructor(head: string, choices: ColumnChoices, ownIban: string | null) {
    this.#records = new CsvRecords(delimiterOf(head), head);
    this.#table = new TableReader(choices, ownIban);
  }

  get chosen(): TableView | null {
    return this.#table.chosen;
  }

  get format(): string {
    return this.#table.format;
  }

  push(text: string): BankLine[] {
    return this.#records.push(text).flatMap((record) => this.#table.push(record));
  }

  async end(): Promise<BankLine[]> {
    const lines = (await this.#records.end()).flatMap((record) => this.#table.push(record));
    return [...lines, ...this.#table.end()];
  }
}

export type CsvRecord = { cells: string[]; line: number };
type Parsed = { record: string[]; info: { lines: number } };

/** In characters: limits an unclosed quotation mark. No bank writes longer rows. */
const maxRowLength = 20_000;

/** Parses a CSV piece by piece. Quoted cells may hold line ends, unquoted ones quotation marks. */
class CsvRecords {
  readonly #parser: Parser;
  readonly #lineEnd: '\n' | '\r';
  #line = 1;
  #length = 0;

  /** `head`: the first lines, which show how lines end. */
  constructor(delimiter: string, head: string) {
    this.#lineEnd = head.includes('\n') ? '\n' : '\r';
    this.#parser = new Parser({
      delimiter,
      record_delimiter: this.#lineEnd === '\n' ? ['\r\n', '\n'] : ['\r'],
      relax_column_count: true,
      relax_quotes: true,
      // Some banks leave blanks after the closing quotation mark.
      rtrim: true,
      info: true,
      max_record_size: maxRowLength,
    });
    this.#parser.on('error', () => {});
  }

  /** @throws BankFileError for a wrongly quoted cell or a line that is too long */
  push(text: string): CsvRecord[] {
    this.#measure(text);
    this.#parser.write(text);
    const records: CsvRecord[] = [];
    for (let next = this.#parser.read(); next !== null; next = this.#parser.read()) records.push(this.#recordOf(next));
    if (this.#parser.errored) throw new BankFileError('broken', this.#line);
    return records;
  }

  /** @throws BankFileError for an unclosed quoted cell */
  async end(): Promise<CsvRecord[]> {
    this.#parser.end();
    const records: CsvRecord[] = [];
    try {
      for await (const next of this.#parser) records.push(this.#recordOf(next));
    } catch {
      throw new BankFileError('broken', this.#line);
    }
    return records;
  }

  /** The parser counts the content of cells without separators. */
  #measure(text: string): void {
    for (let at = 0; at <= text.length; ) {
      const end = text.indexOf(this.#lineEnd, at);
      this.#length += (end < 0 ? text.length : end) - at;
      if (this.#length > maxRowLength) throw new BankFileError('tooLongLine', this.#line);
      if (end < 0) return;
      this.#length = 0;
      at = end + 1;
    }
  }

  #recordOf({ record, info }: Parsed): CsvRecord {
    const line = this.#line;
    this.#line = info.lines + 1;
    return { cells: record, line };
  }
}

const otherCommas = /(?<=\d),(?=\d{1,2}(?![\d.]))|,(?= )/g;

/**
 * Detects the delimiter among `;`, `,`, tab and `|`: the one that yields a bank's header, else the one that yields the
 * most cells with the same count per line. Lines above and below the table may differ.
 */
function delimiterOf(head: string): string {
  const named = /^sep=(.)\r?\n/i.exec(head)?.[1];
  if (named) return named;
  const linesOf = (text: string) => text.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  const written = linesOf(head).slice(0, 40);
  const lines = linesOf(head.replace(/"[^"]*"/g, '').replace(otherCommas, '')).slice(0, 40);
  const marks = [';', ',', '\t', '|'].map((mark) => {
    const counts = lines.map((line) => line.split(mark).length - 1).filter((count) => count > 0);
    const alike = [...Map.groupBy(counts, (count) => count)].map(([count, { length }]) => count * length);
    const hasHead = written.some((line) => isHead(line.replaceAll('"', '').split(mark)));
    return { mark, cells: Math.max(0, ...alike), hasHead };
  });
  const [withHead, ...others] = marks.filter(({ hasHead }) => hasHead);
  if (withHead && others.length === 0) return withHead.mark;
  return marks.reduce((best, each) => (each.cells > best.cells ? each : best)).mark;
}
