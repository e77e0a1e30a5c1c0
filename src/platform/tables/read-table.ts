import { parse } from 'csv-parse/sync';
import { refuse } from '#src/kernel/problem.ts';
import { ourTurn } from '../our-turn.ts';
import { readSheet } from './read-sheet.ts';

/** So many lines and cells of a line are read; no start list has more. */
export const mostLines = 50_000;
export const mostCells = 200;
const linesAtOnce = 1000;

/** What stands in a cell: of a workbook figures are figures. */
export type TableCell = string | number | null;

/** Why a file is no table: `details.fault` of the refusal. */
export type TableFault = 'unreadable' | 'tooManyLines' | 'tooManyColumns' | 'empty';
export const noTable = (fault: TableFault): never => refuse('VALIDATION_FAILED', { fault, fields: { file: [fault] } });

/**
 * The cells of a CSV file or of the first sheet of a workbook, told from its content, line by line. Others get their turn
 * meanwhile.
 * @throws Problem VALIDATION_FAILED (`details.fault`)
 */
export async function readCells(bytes: Uint8Array): Promise<TableCell[][]> {
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b;
  const rows: TableCell[][] = isArchive ? await readSheet(bytes) : await readCsv(bytes);
  return rows.map((cells) => cells.map((cell) => (typeof cell === 'string' ? plainText(cell) : cell)));
}

/**
 * The same as texts. Lines without anything are left out; `line` is where it stands in the file.
 * @throws Problem VALIDATION_FAILED (`details.fault`)
 */
export async function readTable(bytes: Uint8Array): Promise<{ line: number; cells: string[] }[]> {
  const rows = await readCells(bytes);
  const filled = rows
    .map((cells, index) => ({ line: index + 1, cells: cells.map((cell) => (cell === null ? '' : String(cell))) }))
    .filter(({ cells }) => cells.some((cell) => cell !== ''));
  return filled.length === 0 ? noTable('empty') : filled;
}

/** What our own files disarm, so that no spreadsheet takes it for a formula, is read as it was. */
const plainText = (cell: string): string => cell.trim().replace(/^'(?=[=+\-@\t\r\n＝＋－＠])/, '');

async function readCsv(bytes: Uint8Array): Promise<string[][]> {
  const text = decoded(bytes);
  if (text.includes('\0')) return noTable('unreadable');
  const delimiter = delimiterOf(text);
  const rows: string[][] = [];
  for (const piece of pieces(text)) {
    try {
      rows.push(...(parse(piece, { delimiter, relax_column_count: true, relax_quotes: true }) as string[][]));
    } catch {
      return noTable('unreadable');
    }
    if (rows.length > mostLines) return noTable('tooManyLines');
    if (rows.some(({ length }) => length > mostCells)) return noTable('tooManyColumns');
    await ourTurn();
  }
  return rows;
}

/**
 * What stands between the cells: the mark that the most of the first lines have as often as each other. A comma may stand
 * in a title above the table, in times and between names.
 */
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

/** Programs of long ago write Windows-1252, which UTF-8 never looks like. */
function decoded(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Some lines at a time, cut where no quoted text goes on. */
function* pieces(text: string): Generator<string> {
  let from = 0;
  let lines = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '"') isQuoted = !isQuoted;
    if (letter !== '\n' || isQuoted) continue;
    lines += 1;
    if (lines < linesAtOnce) continue;
    yield text.slice(from, at + 1);
    from = at + 1;
    lines = 0;
  }
  if (from < text.length) yield text.slice(from);
}
