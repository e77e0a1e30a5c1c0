import type { ReadInSandbox } from '#src/files/sandbox/file-kind.ts';
import { readTables, type TableCell } from '#src/files/tables/read-table.ts';
import { refuse } from '#src/kernel/problem.ts';
import { instant, isCalendarDate } from '#src/kernel/time.ts';
import { type Locale, parseDate } from '#src/ui/format.ts';
import { type Columns, columnsIn, namesPeople } from './rules/heads.ts';
import type { BibLine } from './rules/match-lines.ts';
import type { StartListLayout } from './rules/start-list.ts';

/** `layout`: the event's own, whose heads are known as well. */
export type BibFileOptions = { layout: StartListLayout | null; locale: Locale };

const linesAtOnce = 1000;
const maxTextLength = 80;

/** Reads a file of start numbers. */
export const readBibFile: ReadInSandbox<BibFileOptions, BibLine, null> = async (bytes, { layout, locale }, send) => {
  const tables = (await readTables(bytes)).map((table) => ({ table, head: headIn(table, layout) }));
  const found = tables.find(({ head }) => head.fault === null) ?? tables[0] ?? refuseFile('noBibs');
  const { top, columns, fault } = found.head;
  if (fault !== null) return refuseFile(fault);
  const rows = found.table
    .map((cells, index) => ({ line: index + 1, cells: cells.map((cell) => String(cell ?? '')) }))
    .filter(({ line, cells }) => line > top + 1 && cells.some((cell) => cell !== ''));
  for (let from = 0; from < rows.length; from += linesAtOnce)
    await send(rows.slice(from, from + linesAtOnce).map(({ line, cells }) => lineOf(line, cells, columns, locale)));
  return null;
};

/** Some programs write a title of several lines above the table. */
const maxTitles = 20;

type Head = { top: number; columns: Columns; fault: null | 'noBibs' | 'noPeople' };

/** The row whose cells name the columns; `fault`: what is missing in the one that names the most. */
function headIn(table: readonly (readonly TableCell[])[], layout: StartListLayout | null): Head {
  const heads = table.slice(0, maxTitles).map((cells, top): Head => {
    const columns = columnsIn(
      cells.map((cell) => String(cell ?? '')),
      layout,
    );
    return { top, columns, fault: columns.bib === undefined ? 'noBibs' : namesPeople(columns) ? null : 'noPeople' };
  });
  const missing = [null, 'noPeople', 'noBibs'] as const;
  return missing.flatMap((fault) => heads.find((head) => head.fault === fault) ?? [])[0] as Head;
}

/** @throws Problem VALIDATION_FAILED with `details.fault`, the end of `bibs.import.fault.…` */
export const refuseFile = (fault: string): never => refuse('VALIDATION_FAILED', { fault, fields: { file: [fault] } });

function lineOf(line: number, cells: readonly string[], columns: Columns, locale: Locale): BibLine {
  const at = (name: keyof Columns): string => (columns[name] === undefined ? '' : (cells[columns[name]] ?? ''));
  return {
    line,
    rowText: cells.filter(Boolean).join(' · ').slice(0, maxTextLength),
    // A dash stands for none.
    bib: at('bib').replace(/^[-–—]+$/, ''),
    participantId: at('participantId'),
    code: at('code'),
    lastName: at('lastName'),
    firstName: at('firstName'),
    fullName: at('fullName'),
    birthDate: dayOf(at('birthDate'), locale),
    competition: at('competition'),
  };
}

const dayMs = 86_400_000;

/** A day as people write it, or as workbooks count it; what is none stays, and fits nobody's. */
function dayOf(text: string, locale: Locale): string {
  if (!/^\d{3,5}$/.test(text)) return parseDate(text, locale) ?? text;
  const day = new Date(instant(Date.UTC(1899, 11, 30) + Number(text) * dayMs)).toISOString().slice(0, 10);
  return isCalendarDate(day) ? day : text;
}
