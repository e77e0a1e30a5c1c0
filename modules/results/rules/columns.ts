import type { Gender } from '#modules/accounts/rules/address.ts';
import { foldedWords } from '#src/kernel/fold.ts';
import { type ResultStatus, resultStatuses, type Split } from './result.ts';
import { parseTime, timeOfNumber } from './time.ts';

/** What stands in a cell of a file: of a workbook figures are figures. */
type FileCell = string | number | null;

/** One line of a file, as far as it could be read. `at`: which line of the file. */
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
  /** Columns that hold something nobody can read. */
  unreadable: string[];
};

/** How heads of columns are called, folded and without anything between the words. */
const heads = {
  participantId: 'teilnehmerid teilnehmernummer teilnehmernr participantid startblockid anmeldenummer',
  bib: 'startnummer startnr stnr snr nr bib bibnumber bibno startno number nummer',
  name: 'name teilnehmer participant sportler athlete laufer',
  firstName: 'vorname firstname givenname',
  lastName: 'nachname familienname lastname surname familyname zuname',
  birthYear: 'jahrgang jg geburtsjahr yearofbirth birthyear yob geburtsdatum dateofbirth birthdate dob',
  gender: 'geschlecht gender sex mw',
  club: 'verein club team mannschaft vereinteam teamname',
  nation: 'nation nationalitat land nationality country nat',
  competition: 'bewerb wettbewerb wettkampf distanz strecke competition contest race distance event',
  time: 'zeit endzeit laufzeit nettozeit netto ergebnis time finishtime nettime chiptime result total gesamtzeit',
  grossTime: 'bruttozeit brutto guntime grosstime',
  status: 'status zustand state wertung',
  rank: 'rang platz platzierung rank place pos position gesamtrang overallrank akrang akplatz agegrouprank mwrang genderrank gesamtplatz mwplatz',
  ageClass: 'altersklasse ak klasse agegroup ageclass category kategorie class',
  other:
    'email mail adresse address strasse street plz zip ort city telefon phone ruckstand gap difference diff pace tempo kmh minkm speed geschwindigkeit',
} as const;
type Head = keyof typeof heads;
const headOf = new Map(
  Object.entries(heads).flatMap(([head, names]) => names.split(' ').map((name) => [name, head as Head] as const)),
);

const states: Readonly<Record<string, ResultStatus>> = {
  finished: 'finished',
  fin: 'finished',
  ok: 'finished',
  ziel: 'finished',
  'im ziel': 'finished',
  finisher: 'finished',
  regular: 'finished',
  '0': 'finished',
  dnf: 'dnf',
  aufgegeben: 'dnf',
  ausgeschieden: 'dnf',
  aufgabe: 'dnf',
  'nicht im ziel': 'dnf',
  '3': 'dnf',
  dns: 'dns',
  'nicht gestartet': 'dns',
  'nicht am start': 'dns',
  na: 'dns',
  '2': 'dns',
  dsq: 'dsq',
  dq: 'dsq',
  disq: 'dsq',
  disqualifiziert: 'dsq',
  disqualified: 'dsq',
  '1': 'dsq',
};

const readStatus = (text: string): ResultStatus | null =>
  resultStatuses.find((each) => each === text.trim().toLowerCase()) ?? states[foldedWords(text).join(' ')] ?? null;

const genders: Readonly<Record<string, Gender>> = {
  w: 'female',
  f: 'female',
  female: 'female',
  weiblich: 'female',
  frau: 'female',
  woman: 'female',
  women: 'female',
  damen: 'female',
  m: 'male',
  male: 'male',
  mannlich: 'male',
  mann: 'male',
  man: 'male',
  men: 'male',
  herren: 'male',
  d: 'diverse',
  x: 'diverse',
  divers: 'diverse',
  diverse: 'diverse',
};

const text = (cell: FileCell | undefined): string => (cell === null || cell === undefined ? '' : String(cell).trim());
const timeIn = (cell: FileCell | undefined): number | null =>
  typeof cell === 'number' ? timeOfNumber(cell) : parseTime(text(cell));

/** A year, or the year of a date however it is written. */
function yearIn(cell: FileCell | undefined): number | null {
  const found = /(?<!\d)((?:18|19|20)\d\d)(?!\d)/.exec(text(cell));
  return found ? Number(found[1]) : null;
}

export const longestText = 120;
export const mostSplits = 30;

/**
 * The lines of a table whose first row says what its columns are. Columns that nobody named to us and that hold times in
 * every line that has something there are splits under their own names.
 * `fault`: nothing tells who, or how it ended.
 */
export function linesOf(
  table: readonly (readonly FileCell[])[],
): { lines: FileLine[]; splits: string[]; fault: null } | { fault: 'empty' | 'noWho' | 'noTime' } {
  const top = table.findIndex((row) => row.filter((cell) => text(cell) !== '').length > 1);
  const [titles, body] = [table[top], table.slice(top + 1)];
  if (!titles || body.length === 0) return { fault: 'empty' };
  const columns = new Map<Head, number>();
  const splits: { at: number; name: string }[] = [];
  for (const [at, title] of titles.entries()) {
    const head = headOf.get(foldedWords(text(title)).join(''));
    if (head) {
      if (!columns.has(head)) columns.set(head, at);
    } else if (text(title) !== '' && splits.length < mostSplits && body.some((row) => text(row[at]) !== '')) {
      const isTimes = body.every(
        (row) => text(row[at]) === '' || timeIn(row[at]) !== null || /^[-–]+$/.test(text(row[at])),
      );
      const isTime = body.some((row) => (typeof row[at] === 'number' ? row[at] < 5 : /[:.,]/.test(text(row[at]))));
      if (isTimes && isTime) splits.push({ at, name: text(title).slice(0, 40) });
    }
  }
  const timeAt = columns.get('time') ?? columns.get('grossTime');
  if (timeAt === undefined && !columns.has('status')) return { fault: 'noTime' };
  if (!(['participantId', 'bib', 'name', 'lastName'] as const).some((head) => columns.has(head)))
    return { fault: 'noWho' };
  const lines = body.flatMap((row, index): FileLine[] => {
    if (row.every((cell) => text(cell) === '')) return [];
    const unreadable: string[] = [];
    const cellOf = (head: Head) => row[columns.get(head) ?? -1];
    const said = (head: Head) => text(cellOf(head)).slice(0, longestText) || null;
    const read = <T>(at: number | undefined, of: (cell: FileCell | undefined) => T | null): T | null => {
      const cell = at === undefined ? null : row[at];
      const value = of(cell);
      if (value === null && text(cell) !== '' && !/^[-–]+$/.test(text(cell))) unreadable.push(text(titles[at ?? -1]));
      return value;
    };
    // Some write DNF where the time would stand.
    const inTime = timeAt === undefined ? null : readStatus(text(row[timeAt]));
    const timeMs = inTime && inTime !== 'finished' ? null : read(timeAt, timeIn);
    const status = read(columns.get('status'), (cell) => readStatus(text(cell)));
    const idText = text(cellOf('participantId'));
    return [
      {
        at: top + index + 2,
        participantId: read(columns.get('participantId'), () =>
          /^[1-9]\d{0,14}$/.test(idText) ? Number(idText) : null,
        ),
        bib: said('bib'),
        name: said('name'),
        firstName: said('firstName'),
        lastName: said('lastName'),
        birthYear: read(columns.get('birthYear'), yearIn),
        gender: genders[foldedWords(text(cellOf('gender'))).join('')] ?? null,
        club: said('club'),
        nation: said('nation'),
        competition: said('competition'),
        timeMs,
        status: status ?? (inTime === 'finished' ? null : inTime),
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
