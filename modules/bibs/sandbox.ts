import type { ReadInSandbox } from '#src/files/sandbox/file-kind.ts';
import { readTables, type TableCell } from '#src/files/tables/read-table.ts';
import { plainHead } from '#src/kernel/column-heads.ts';
import { refuse } from '#src/kernel/problem.ts';
import { dayInCell, type Locale } from '#src/ui/format.ts';
import type { BibLine } from './rules/match-lines.ts';
import type { StartListLayout } from './rules/start-list.ts';

type Part = Exclude<keyof BibLine, 'line' | 'rowText'>;

/** Column heads of other programs; case, accents, spaces and points are ignored. */
const heads: Record<Part, readonly string[]> = {
  bib: 'bib bibnumber bibno bibnr startnummer startnr startnumber startno stnr stno snr nummer nr racenumber raceno number no'.split(
    ' ',
  ),
  chip: 'chip chipnr chipno chipnumber chipnummer chipcode chipid transponder transponder1 transpondernr transpondernummer transpondercode rfid epc'.split(
    ' ',
  ),
  participantId: ['participantid', 'teilnehmerid', 'teilnehmernummer', 'teilnehmernr', 'athleteid', 'externalid'],
  code: ['code', 'ticketcode', 'ticket', 'startkarte', 'qrcode'],
  lastName: ['lastname', 'nachname', 'familienname', 'surname', 'zuname', 'last', 'name'],
  firstName: ['firstname', 'vorname', 'givenname', 'first'],
  fullName:
    'fullname name wholename vollername teilnehmer teilnehmername participant participantname athlete athletename athlet starter runner laufer'.split(
      ' ',
    ),
  birthDate: ['birthdate', 'dateofbirth', 'geburtsdatum', 'geburtstag', 'dob', 'geboren'],
  competition: ['competition', 'bewerb', 'wettbewerb', 'contest', 'paket', 'package', 'strecke', 'distance'],
};

/** Finds the columns. Custom heads of the event's own layout count, too. */
export function columnsIn(cells: readonly string[], layout: StartListLayout | null): Partial<Record<Part, number>> {
  const found: Partial<Record<Part, number>> = {};
  const own = new Map(layout?.columns.flatMap(({ key, head }) => (head ? [[plainHead(head), key] as const] : [])));
  for (const part of Object.keys(heads) as Part[]) {
    const ofLayout = cells.findIndex((cell) => own.get(plainHead(cell)) === part);
    const at = ofLayout >= 0 ? ofLayout : indexOfFirst(cells.map(plainHead), heads[part]);
    if (at >= 0) found[part] = at;
  }
  // "Name" is the last name beside a first name, else the full name.
  if (found.firstName !== undefined && found.lastName !== undefined) delete found.fullName;
  else if (found.fullName !== undefined) delete found.lastName;
  return found;
}

/** Names are in order of preference. */
function indexOfFirst(cells: readonly string[], names: readonly string[]): number {
  for (const name of names) {
    const at = cells.indexOf(name);
    if (at >= 0) return at;
  }
  return -1;
}

export type Columns = ReturnType<typeof columnsIn>;
const namesPeople = ({ participantId, code, lastName, firstName, fullName }: Columns): boolean =>
  [participantId, code, fullName].some((at) => at !== undefined) || (lastName !== undefined && firstName !== undefined);

/** `layout`: the event's own, whose heads are recognized. */
export type BibFileOptions = { layout: StartListLayout | null; locale: Locale };

const linesAtOnce = 1000;
const maxTextLength = 80;

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

const maxTitles = 20;

type Head = { top: number; columns: Columns; fault: null | 'noBibs' | 'noPeople' };

/** Finds the head row. Without a complete one, `fault` says what the best row lacks. */
function headIn(table: readonly (readonly TableCell[])[], layout: StartListLayout | null): Head {
  const heads = table.slice(0, maxTitles).map((cells, top): Head => {
    const columns = columnsIn(
      cells.map((cell) => String(cell ?? '')),
      layout,
    );
    const { bib, chip } = columns;
    if (bib === undefined && chip === undefined) return { top, columns, fault: 'noBibs' };
    return {
      top,
      columns,
      fault: namesPeople(columns) || (bib !== undefined && chip !== undefined) ? null : 'noPeople',
    };
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
    bib: at('bib').replace(/^[-–—]+$/, ''),
    participantId: at('participantId'),
    code: at('code'),
    lastName: at('lastName'),
    firstName: at('firstName'),
    fullName: at('fullName'),
    birthDate: dayInCell(at('birthDate'), locale),
    competition: at('competition'),
    ...(at('chip') === '' ? {} : { chip: at('chip') }),
  };
}
