import { createHash } from 'node:crypto';
import { CsvError, parse } from 'csv-parse/sync';
import { Unzip, UnzipInflate } from 'fflate';
import { refuse } from '#src/kernel/problem.ts';
import { yieldToEventLoop } from '#src/runtime/yield-to-event-loop.ts';
import { xmlParser } from '../xml.ts';

// Our own: maintained libraries read a whole workbook at once, which blocks the thread, and trust an archive's declared sizes.
// Archive and XML are parsed by fflate and sax.

/** Well compressed data grows a thousandfold. */
const pieceBytes = 512;
/** Yields after this many bytes. */
const turnBytes = 256 * 1024;
/** Unpacked; a small archive may claim any size. */
const maxBytes = 100 * 2 ** 20;
/** The limit of spreadsheets. */
const longestText = 32_767;
/** Distinct texts of a workbook. */
const maxStrings = 1_000_000;
const stringsName = 'xl/sharedStrings.xml';
const sheetName = /^xl\/worksheets\/[^/]+\.xml$/;

const maxSheets = 100;

/** Cells of each sheet of a workbook (ECMA-376), as stored: times are fractions of a day. Missing lines are empty. */
export async function readSheets(bytes: Uint8Array): Promise<TableCell[][][]> {
  const strings = new SharedStrings();
  const sheets = new Map<string, SheetCells>();
  let unpacked = 0;
  let fault: TableFault | null = null;
  const readerOf = (name: string) => {
    if (name === stringsName) return strings;
    if (!sheetName.test(name)) return null;
    if (sheets.size >= maxSheets) fault = 'unreadable';
    const sheet = new SheetCells();
    sheets.set(name, sheet);
    return sheet;
  };
  const unzip = new Unzip((file) => {
    const reader = readerOf(file.name);
    if (!reader) return;
    const decoder = new TextDecoder();
    file.ondata = (error, data, isLast) => {
      unpacked += data?.length ?? 0;
      if (error || unpacked > maxBytes) fault ??= 'unreadable';
      if (fault) return file.terminate();
      try {
        reader.xml.write(decoder.decode(data, { stream: !isLast }));
      } catch (problem) {
        fault = problem instanceof TooLarge ? problem.fault : 'unreadable';
      }
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    let turnAt = turnBytes;
    for (let from = 0; from < bytes.length && !fault; from += pieceBytes) {
      const to = Math.min(bytes.length, from + pieceBytes);
      unzip.push(bytes.slice(from, to), to === bytes.length);
      if (unpacked < turnAt) continue;
      turnAt = unpacked + turnBytes;
      await yieldToEventLoop();
    }
  } catch {
    return noTable('unreadable');
  }
  if (fault || sheets.size === 0) return noTable(fault ?? 'unreadable');
  return [...sheets]
    .sort(([one], [other]) => numberIn(one) - numberIn(other))
    .map(([, { rows }]) => rows.map((row) => Array.from(row, (cell) => cellOf(cell, strings))));
}

/** `xl/worksheets/sheet12.xml` → 12 */
const numberIn = (name: string): number => Number(/(\d+)\.xml$/.exec(name)?.[1] ?? 0);

/** `shared`: the index of a shared string. */
type SheetCell = string | number | { shared: number };
const cellOf = (cell: SheetCell | undefined, { texts }: SharedStrings): TableCell =>
  typeof cell === 'object' ? (texts[cell.shared] ?? null) : (cell ?? null);

const keptCell = (type: string, text: string): SheetCell => {
  if (type === 's') return { shared: Number(text) };
  const isFigure = (type === '' || type === 'n') && Number.isFinite(Number(text));
  return isFigure ? Number(text) : text;
};

class TooLarge extends Error {
  constructor(readonly fault: TableFault) {
    super(fault);
  }
}

function longer(text: string, more: string): string {
  if (text.length + more.length > longestText) throw new TooLarge('unreadable');
  return text + more;
}

class SharedStrings {
  readonly texts: string[] = [];
  #text: string | null = null;
  #isPhonetic = false;
  #isText = false;
  readonly xml = xmlParser({
    open: (name) => {
      if (name === 'si') this.#text = '';
      if (name === 'rPh') this.#isPhonetic = true;
      if (name === 't') this.#isText = true;
    },
    text: (text) => {
      if (this.#text !== null && this.#isText && !this.#isPhonetic) this.#text = longer(this.#text, text);
    },
    close: (name) => {
      if (name === 't') this.#isText = false;
      if (name === 'rPh') this.#isPhonetic = false;
      if (name !== 'si') return;
      if (this.texts.length >= maxStrings) throw new TooLarge('tooManyLines');
      this.texts.push(this.#text ?? '');
      this.#text = null;
    },
  });
}

class SheetCells {
  readonly rows: SheetCell[][] = [];
  #row: SheetCell[] = [];
  #at = 0;
  #type = '';
  #text = '';
  #isValue = false;
  readonly xml = xmlParser({
    open: (name, { r, t }) => {
      if (name === 'row') this.#begin(Number(r ?? this.rows.length + 1));
      if (name === 'c') {
        this.#at = r ? columnOf(r) : this.#row.length;
        this.#type = t ?? '';
        this.#text = '';
      }
      this.#isValue = name === 'v' || name === 't';
    },
    text: (text) => {
      if (this.#isValue) this.#text = longer(this.#text, text);
    },
    close: (name) => {
      this.#isValue = false;
      if (name === 'c') this.#keep();
    },
  });

  #begin(line: number): void {
    // Some programs write no row number, or the same twice.
    if (!(line >= 1 && line <= maxLines) || this.rows.length >= maxLines) throw new TooLarge('tooManyLines');
    while (this.rows.length < line - 1) this.rows.push([]);
    this.#row = [];
    this.rows.push(this.#row);
  }

  #keep(): void {
    if (this.#at >= maxCells) throw new TooLarge('tooManyColumns');
    // Booleans and formula errors are ignored.
    if (this.#text === '' || this.#type === 'b' || this.#type === 'e') return;
    this.#row[this.#at] = keptCell(this.#type, this.#text);
  }
}

/** `AB12` → 27 */
function columnOf(address: string): number {
  let column = 0;
  for (const letter of /^[A-Z]{1,3}/.exec(address)?.[0] ?? 'A') column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** Limits of lines and of cells per line. */
export const maxLines = 50_000;
export const maxCells = 200;
/** In characters. */
const longestLine = 100_000;
const linesAtOnce = 1000;

/** Numbers come from workbooks only. */
export type TableCell = string | number | null;

/** `details.fault` of the refusal. */
export type TableFault = 'unreadable' | 'tooManyLines' | 'tooManyColumns' | 'tooLongLine' | 'empty';
export const noTable = (fault: TableFault): never => refuse('VALIDATION_FAILED', { fault, fields: { file: [fault] } });

/**
 * The rows of a CSV file, or of each non-empty sheet of a workbook, told by content. For the sandbox process, because some files
 * take very long.
 * @throws Problem VALIDATION_FAILED (`details.fault`)
 */
export async function readTables(bytes: Uint8Array): Promise<TableCell[][][]> {
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const tables: TableCell[][][] = isArchive ? await readSheets(bytes) : [await readCsv(bytes)];
  const filled = tables
    .map((rows) => rows.map((cells) => cells.map((cell) => (typeof cell === 'string' ? plainText(cell) : cell))))
    .filter((rows) => rows.some((cells) => cells.some((cell) => cell !== null && cell !== '')));
  return filled.length === 0 ? noTable('empty') : filled;
}

/** Removes the apostrophe by which our exports defuse formulas. */
const plainText = (cell: string): string =>
  cell
    .trim()
    .replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, '')
    // Line breaks in a cell become blanks.
    .replace(/\s*[\r\n]+\s*/g, ' ');

/** Excel's first line, which names the separator. */
const separatorLine = /^\ufeff?"?sep=([;,\t|])"?(?=\r?\n|\r)/i;

async function readCsv(bytes: Uint8Array): Promise<string[][]> {
  const whole = decoded(bytes);
  const [told = '', separator] = separatorLine.exec(whole) ?? [];
  // An empty line remains, so that line numbers stay correct.
  const text = whole.slice(told.length);
  if (text.includes('\0')) return noTable('unreadable');
  const delimiter = separator ?? delimiterOf(text);
  const rows: string[][] = [];
  let fault: TableFault | null = null;
  const take = (cells: string[]) => {
    if (cells.length > maxCells) fault = 'tooManyColumns';
    else if (rows.push(cells) > maxLines) fault = 'tooManyLines';
    if (fault) throw new Error(fault);
    return null;
  };
  for (const piece of pieces(text)) {
    try {
      parse(piece, {
        delimiter,
        relax_column_count: true,
        relax_quotes: true,
        max_record_size: longestLine,
        on_record: take,
      });
    } catch (error) {
      const isTooLong = error instanceof CsvError && error.code === 'CSV_MAX_RECORD_SIZE';
      return noTable(fault ?? (isTooLong ? 'tooLongLine' : 'unreadable'));
    }
    await yieldToEventLoop();
  }
  return rows;
}

/** The separator that most of the first lines have equally often. A comma may occur in a title, in times and between names. */
function delimiterOf(text: string): string {
  const lines = text
    .slice(0, 100_000)
    .replace(/"[^"]*"/g, '')
    .split(/\r?\n/, 40)
    .filter((line) => line.trim() !== '');
  const marks = [';', ',', '\t'].map((mark) => {
    const counts = Map.groupBy(
      lines.map((line) => line.split(mark).length - 1).filter((count) => count > 0),
      (count) => count,
    );
    const alike = Math.max(0, ...[...counts.values()].map(({ length }) => length));
    return { mark, alike, most: Math.max(0, ...counts.keys()) };
  });
  return marks.reduce((best, each) =>
    each.alike > best.alike || (each.alike === best.alike && each.most > best.most) ? each : best,
  ).mark;
}

/** Falls back to Windows-1252, which is never valid UTF-8. */
function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Batches of lines, split outside of quotes. @throws Problem for a line that is too long */
function* pieces(text: string): Generator<string> {
  let from = 0;
  let lineFrom = 0;
  let lines = 0;
  let isQuoted = false;
  for (let at = 0; at <= text.length; at += 1) {
    const letter = text[at];
    if (letter === '"') isQuoted = !isQuoted;
    // The parser's limit does not count separators.
    if (at - lineFrom > longestLine) noTable('tooLongLine');
    if (letter !== '\n' && letter !== '\r') continue;
    lineFrom = at + 1;
    if (letter === '\r' || isQuoted) continue;
    lines += 1;
    if (lines < linesAtOnce) continue;
    yield text.slice(from, at + 1);
    from = at + 1;
    lines = 0;
  }
  if (from < text.length) yield text.slice(from);
}

/** A hash of the heads of a file, by which chosen columns are remembered. Case and blanks do not count. */
export const fingerprintOf = (heads: readonly string[]): string =>
  createHash('sha256')
    .update(JSON.stringify(heads.map((head) => head.toLowerCase().replace(/\s+/g, ' '))))
    .digest('hex');
