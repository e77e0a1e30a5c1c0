import { folded } from '#src/kernel/fold.ts';
import { type CalendarDate, dateParts, isCalendarDate } from '#src/kernel/time.ts';
import { type AgeClass, classOf } from './ranks.ts';
import { finds, searchWords } from './search-words.ts';
import { isNameShown } from './visible-name.ts';

export type StarterInput = {
  id: number;
  competitionId: number;
  firstName: string;
  lastName: string;
  birthDate: string | null;
  gender: string | null;
  club: string | null;
  nation: string | null;
  bib: string | null;
  teamName: string | null;
  choice: boolean | null;
};
export type StartListRow = {
  id: number;
  competitionId: number;
  bib: string | null;
  name: string;
  club: string | null;
  nation: string | null;
  ageClass: string | null;
  teamName: string | null;
  /** Last name first. */
  sortName: string;
  words: readonly string[];
};
export type CompetitionRules = { day: CalendarDate; maxAge: number; classes: readonly AgeClass[] };

/** Null: not shown by name. */
export function startListRow(input: StarterInput, rules: CompetitionRules): StartListRow | null {
  const { id, competitionId, firstName, lastName, birthDate, gender, club, nation, bib, teamName } = input;
  if (!isNameShown(input.choice, birthDate, rules)) return null;
  const birthYear = birthDate !== null && isCalendarDate(birthDate) ? dateParts(birthDate).year : null;
  const name = `${firstName} ${lastName}`.trim();
  return {
    id,
    competitionId,
    bib,
    name,
    club,
    nation,
    ageClass: classOf(rules.classes, { birthYear, gender }, dateParts(rules.day).year),
    teamName,
    sortName: folded(`${lastName} ${firstName}`),
    words: searchWords([name, club ?? '', bib ?? '', teamName ?? ''].join(' ')),
  };
}

export const startListSorts = ['name', 'bib', 'ageClass', 'club', 'nation', 'team'] as const;
export type StartListSort = (typeof startListSorts)[number];
export type StartListQuestion = {
  competitionId: number | null;
  q: string;
  sort: StartListSort;
  direction: 'asc' | 'desc';
};

const bibKey = (bib: string): string => (/^\d{1,9}$/.test(bib) ? bib.padStart(10, '0') : `~${folded(bib)}`);
const sortKeys: Record<StartListSort, (row: StartListRow) => string | null> = {
  name: ({ sortName }) => sortName,
  bib: ({ bib }) => bib && bibKey(bib),
  ageClass: ({ ageClass }) => ageClass,
  club: ({ club }) => club && folded(club),
  nation: ({ nation }) => nation,
  team: ({ teamName }) => teamName && folded(teamName),
};

export function startersFor(
  rows: readonly StartListRow[],
  { competitionId, q, sort, direction }: StartListQuestion,
): readonly StartListRow[] {
  const isFound = finds(q);
  const found = rows.filter(
    (row) => (competitionId === null || row.competitionId === competitionId) && isFound(row.words),
  );
  if (sort === 'name') return direction === 'asc' ? found : found.reverse();
  const side = direction === 'asc' ? 1 : -1;
  const keyed = found.map((row) => ({ row, key: sortKeys[sort](row) }));
  keyed.sort((a, b) => {
    if (a.key === b.key) return 0;
    if (a.key === null) return 1;
    if (b.key === null) return -1;
    return a.key < b.key ? -side : side;
  });
  return keyed.map(({ row }) => row);
}
