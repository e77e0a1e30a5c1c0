import { CsvError, parse } from 'csv-parse/sync';
import { refuse } from '#src/kernel/problem.ts';
import { yieldToEventLoop } from '#src/runtime/yield-to-event-loop.ts';
import { readSheets } from './read-sheet.ts';

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
