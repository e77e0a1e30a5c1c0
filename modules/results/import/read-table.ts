import { CsvError } from 'csv-parse';
import { parse } from 'csv-parse/sync';
import type { FileCell } from '../rules/columns.ts';
import { readXlsx, UnreadableFile } from './read-xlsx.ts';

export const mostFileBytes = 8 * 2 ** 20;
export const mostLines = 50_000;

const isZip = (bytes: Uint8Array) => bytes[0] === 0x50 && bytes[1] === 0x4b;

/** Most programs write UTF-8, and older ones what Windows spoke. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** What stands most often in the first line that has one of them. */
function delimiterOf(text: string): string {
  const line = text.split(/\r?\n/, 20).find((each) => /[;\t,]/.test(each)) ?? '';
  const counts = [';', '\t', ','].map((each) => ({ each, n: line.split(each).length }));
  return counts.sort((a, b) => b.n - a.n)[0]?.each ?? ';';
}

/**
 * The rows of a CSV file (any of the usual separators and encodings) or of the first sheet of a workbook.
 * @throws UnreadableFile
 */
export async function readTable(bytes: Uint8Array): Promise<FileCell[][]> {
  if (isZip(bytes)) return readXlsx(bytes, mostLines);
  const text = textOf(bytes);
  if (text.includes('\u0000')) throw new UnreadableFile('damaged');
  try {
    const rows: string[][] = parse(text, {
      bom: true,
      delimiter: delimiterOf(text),
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: false,
      to: mostLines + 2,
    });
    if (rows.length > mostLines + 1) throw new UnreadableFile('tooLong');
    return rows;
  } catch (error) {
    throw error instanceof CsvError ? new UnreadableFile('damaged') : error;
  }
}
