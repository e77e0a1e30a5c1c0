// Our own: libraries that are kept read a whole workbook in one go, which holds up everybody else, and trust what an
// archive says of its size. Archive and XML are fflate's and sax's.

import { Unzip, UnzipInflate } from 'fflate';
import { yieldToEventLoop } from '#src/runtime/yield-to-event-loop.ts';
import { xmlParser } from '../xml.ts';
import { maxCells, maxLines, noTable, type TableCell, type TableFault } from './read-table.ts';

/** What was packed well is a thousand times as much. */
const pieceBytes = 512;
/** Others get their turn after so much. */
const turnBytes = 256 * 1024;
/** Unpacked; a small archive may claim to be anything. */
const maxBytes = 100 * 2 ** 20;
/** Longer is no text of a cell, as spreadsheets have it. */
const longestText = 32_767;
/** Texts of a workbook, each kept once. */
const maxStrings = 1_000_000;
const stringsName = 'xl/sharedStrings.xml';
const sheetName = /^xl\/worksheets\/[^/]+\.xml$/;

/** Above it a workbook is no list of people. */
const maxSheets = 100;

/**
 * The cells of each sheet of a workbook (ECMA-376) in their sequence, texts and figures as they are stored: times are parts of
 * a day. A line that is not there is an empty one.
 */
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

/** `shared`: the number of a text that the workbook keeps elsewhere. */
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
    // Some number no row, or two rows alike.
    if (!(line >= 1 && line <= maxLines) || this.rows.length >= maxLines) throw new TooLarge('tooManyLines');
    while (this.rows.length < line - 1) this.rows.push([]);
    this.#row = [];
    this.rows.push(this.#row);
  }

  #keep(): void {
    if (this.#at >= maxCells) throw new TooLarge('tooManyColumns');
    // Truth values and errors of formulas say nothing about anybody.
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
