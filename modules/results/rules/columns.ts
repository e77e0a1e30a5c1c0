import type { Gender } from '#modules/accounts/rules/address.ts';
import { readGender } from '#modules/accounts/rules/read-gender.ts';
import { bibOf } from '#modules/orders/rules/bib.ts';
import { foldedWords } from '#src/kernel/fold.ts';
import { type Head, headIn, type StateNumbers, statusIn } from './file-heads.ts';
import type { ResultStatus, Split } from './result.ts';
import { parseTime, timeOfNumber } from './time.ts';

/** Workbooks have numbers. */
type FileCell = string | number | null;

export type FileLine = {
  at: number;
  participantId: number | null;
  bib: string | null;
  name: string | null;
  firstName: string | null;
  lastName: string | null;
  birthYear: number | null;
  gender: Gender | null;
  club: string | null;
  nation: string | null;
  competition: string | null;
  timeMs: number | null;
  status: ResultStatus | null;
  splits: Split[];
  unreadable: string[];
};

const text = (cell: FileCell | undefined): string => (cell === null || cell === undefined ? '' : String(cell).trim());
const timeIn = (cell: FileCell | undefined): number | null =>
  typeof cell === 'number' ? timeOfNumber(cell) : parseTime(text(cell));

const isDash = (cell: FileCell | undefined): boolean => /^[-–—.:]*$/.test(text(cell));
const isNoTime = (cell: FileCell | undefined): boolean => isDash(cell) || /^[0:.,]+$/.test(text(cell));

function bibIn(cell: FileCell | undefined): string | null {
  const bib = bibOf(
    text(cell)
      .slice(0, longestText)
      .replace(/^(\d+)[.,]0+$/, '$1'),
  );
  return isDash(bib) ? null : bib;
}

/** A status in the rank column; a number is a rank. */
function statusInRank(cell: FileCell | undefined): ResultStatus | null {
  const status = statusIn(text(cell), 'none');
  return status === 'finished' ? null : status;
}

type Names = Pick<FileLine, 'name' | 'firstName' | 'lastName'>;
/** `Name` beside a first name is the last name, unless it contains both. */
function namesOf({ name, firstName, lastName }: Names): Names {
  if (name === null || firstName === null) return name === null ? { name, firstName, lastName } : whole(name);
  if (lastName !== null) return { name: null, firstName, lastName };
  const words = foldedWords(name);
  const isWhole = words.length > 1 && foldedWords(firstName).every((word) => words.includes(word));
  return isWhole ? whole(name) : { name: null, firstName, lastName: name };
}
const whole = (name: string): Names => ({ name, firstName: null, lastName: null });

export const longestText = 120;
export const maxSplits = 30;

/** Lines with a title of several cells above the table. */
const maxTitles = 20;
function headRow(table: readonly (readonly FileCell[])[]): number {
  const saysAll = table.slice(0, maxTitles).findIndex((row) => {
    const found = new Set(row.map((cell) => headIn(text(cell))));
    const has = (...heads: Head[]) => heads.some((head) => found.has(head));
    return has('participantId', 'bib', 'number', 'name', 'lastName') && has('time', 'grossTime', 'finish', 'status');
  });
  return saysAll >= 0 ? saysAll : table.findIndex((row) => row.filter((cell) => text(cell) !== '').length > 1);
}

type Columns = ReadonlyMap<Head, number>;
type Rows = readonly (readonly FileCell[])[];

/** A column that could be a class or a US state counts only if all values are statuses. */
function stateColumn(columns: Columns, body: Rows): { at: number; numbers: StateNumbers } | null {
  const [statusAt, at] = [columns.get('status'), columns.get('valuation')];
  if (statusAt !== undefined) return { at: statusAt, numbers: 'raceResult' };
  if (at === undefined) return null;
  const cells = body.map((row) => text(row[at])).filter((cell) => cell !== '');
  // OK: Oklahoma.
  if (cells.every((cell) => cell === 'OK')) return null;
  const isOrienteering = (['start', 'finish', 'time'] as const).every((head) => columns.has(head));
  const isState = (cell: string) =>
    isOrienteering ? /^\d$/.test(cell) || statusIn(cell, 'none') !== null : statusIn(cell, 'raceResult') !== null;
  return cells.every(isState) ? { at, numbers: isOrienteering ? 'orienteering' : 'none' } : null;
}

/** The finish column only without another one, and only if it is no time of day. */
function timeColumn(columns: Columns, body: Rows): number | undefined {
  const [startAt, finishAt] = [columns.get('start'), columns.get('finish')];
  const timeAt = columns.get('time') ?? columns.get('grossTime');
  if (timeAt !== undefined || startAt === undefined || finishAt === undefined) return timeAt ?? finishAt;
  const both = body
    .map((row) => [timeIn(row[startAt]), timeIn(row[finishAt])] as const)
    .filter(([start, finish]) => start !== null && finish !== null);
  const isTimeOfDay = both.length > 0 && both.every(([start, finish]) => Number(finish) > Number(start));
  return isTimeOfDay ? undefined : finishAt;
}

/** Unknown columns with only times are splits. `year`: of the race. `fault`: no column for person or result. */
export function linesOf(
  table: readonly (readonly FileCell[])[],
  year: number,
): { lines: FileLine[]; splits: string[]; fault: null } | { fault: 'empty' | 'noWho' | 'noTime' } {
  const top = headRow(table);
  const [titles, body] = [table[top], table.slice(top + 1)];
  if (!titles || body.length === 0) return { fault: 'empty' };
  const columns = new Map<Head, number>();
  const splits: { at: number; name: string }[] = [];
  for (const [at, title] of titles.entries()) {
    const head = headIn(text(title));
    if (head) {
      if (!columns.has(head)) columns.set(head, at);
    } else if (text(title) !== '' && splits.length < maxSplits && body.some((row) => text(row[at]) !== '')) {
      const isTimes = body.every((row) => isNoTime(row[at]) || timeIn(row[at]) !== null);
      const isTime = body.some((row) => (typeof row[at] === 'number' ? row[at] < 5 : /[:.,]/.test(text(row[at]))));
      if (isTimes && isTime) splits.push({ at, name: text(title).slice(0, 40) });
    }
  }
  const state = stateColumn(columns, body);
  const timeAt = timeColumn(columns, body);
  if (timeAt === undefined && !state) return { fault: 'noTime' };
  if (!columns.has('bib') && columns.has('number')) columns.set('bib', columns.get('number') ?? 0);
  if (!(['participantId', 'bib', 'name', 'lastName'] as const).some((head) => columns.has(head)))
    return { fault: 'noWho' };
  const lines = body.flatMap((row, index): FileLine[] => {
    if (row.every((cell) => text(cell) === '')) return [];
    const unreadable: string[] = [];
    const cellOf = (head: Head) => row[columns.get(head) ?? -1];
    const textOf = (head: Head) => text(cellOf(head)).slice(0, longestText) || null;
    const read = <T>(
      at: number | undefined,
      of: (cell: FileCell | undefined) => T | null,
      isNone = isDash,
    ): T | null => {
      const cell = at === undefined ? null : row[at];
      const value = of(cell);
      if (value === null && !isNone(cell)) unreadable.push(text(titles[at ?? -1]));
      return value;
    };
    // Some files have DNF in the time column.
    const inTime = timeAt === undefined ? null : statusIn(text(row[timeAt]), 'none');
    const status = read(state?.at, (cell) => statusIn(text(cell), state?.numbers ?? 'none'));
    // Orienteering programs write a time beside every status.
    const isVoid = state?.numbers === 'orienteering' && status !== null && status !== 'finished';
    const timeMs = isVoid || (inTime && inTime !== 'finished') ? null : read(timeAt, timeIn, isNoTime);
    const inRank = timeMs === null ? statusInRank(cellOf('rank')) : null;
    const idText = text(cellOf('participantId'));
    return [
      {
        at: top + index + 2,
        participantId: read(columns.get('participantId'), () =>
          /^[1-9]\d{0,14}$/.test(idText) ? Number(idText) : null,
        ),
        bib: bibIn(cellOf('bib')),
        ...namesOf({ name: textOf('name'), firstName: textOf('firstName'), lastName: textOf('lastName') }),
        birthYear: read(columns.get('birthYear'), (cell) => birthYearIn(cell, year)),
        gender: readGender(text(cellOf('gender'))),
        club: textOf('club'),
        nation: textOf('nation'),
        competition: textOf('competition'),
        timeMs,
        status: status ?? (inTime === 'finished' ? null : inTime) ?? inRank,
        splits: splits.flatMap(({ at, name }) => {
          const split = timeIn(row[at]);
          return split === null ? [] : [{ name, timeMs: split }];
        }),
        unreadable,
      },
    ];
  });
  return lines.length === 0 ? { fault: 'empty' } : { lines, splits: splits.map(({ name }) => name), fault: null };
}

const dayMs = 86_400_000;

/** A year, a date in any format, or a spreadsheet day number. `year`: of the race, as upper limit. */
export function birthYearIn(cell: string | number | null | undefined, year: number): number | null {
  const text = String(cell ?? '').trim();
  const whole = /(?<!\d)((?:18|19|20)\d\d)(?!\d)/.exec(text);
  if (whole) return Number(whole[1]);
  if (typeof cell === 'number' && cell >= 1000 && cell < 80_000)
    return new Date(Date.UTC(1899, 11, 30) + cell * dayMs).getUTCFullYear();
  const short = /^(?:\d{1,2}[./-]\d{1,2}[./-]|['’])?(\d\d)$/.exec(text);
  if (!short) return null;
  const inCentury = Number(short[1]);
  const century = year - (year % 100);
  return inCentury <= year % 100 ? century + inCentury : century - 100 + inCentury;
}
