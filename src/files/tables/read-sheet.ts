// Our own: maintained libraries read a whole workbook at once, which blocks the thread, and trust an archive's declared sizes.
// Archive and XML are parsed by fflate and sax.

import { Unzip, UnzipInflate } from 'fflate';
import { yieldToEventLoop } from '#src/runtime/yield-to-event-loop.ts';
import { xmlParser } from '../xml.ts';
import { maxCells, maxLines, noTable, type TableCell, type TableFault } from './read-table.ts';

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
