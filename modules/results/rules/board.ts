import { foldedWords } from '#src/kernel/fold.ts';
import { type CalendarDate, dateParts, isCalendarDate } from '#src/kernel/time.ts';
import {
  type AgeClass,
  byResult,
  classOf,
  isRankedGender,
  type RankedGender,
  type Ranks,
  ranksOf,
  type TeamResult,
  teamsOf,
} from './ranks.ts';
import type { ResultStatus, Split, TeamsBy } from './result.ts';
import { finds, searchWords } from './search-words.ts';
import { digitsOf } from './time.ts';
import { isNameShown } from './visible-name.ts';

/** Unregistered people have the name of the file as `firstName`. */
export type BoardInput = {
  id: number;
  participantId: number | null;
  firstName: string;
  lastName: string;
  birthDate: string | null;
  birthYear: number | null;
  gender: string | null;
  club: string | null;
  nation: string | null;
  bib: string | null;
  teamId: number | null;
  teamName: string | null;
  /** Choice about the name; null: none. */
  choice: boolean | null;
  timeMs: number | null;
  status: ResultStatus;
  splits: readonly Split[];
};

export type BoardRow = Ranks & {
  id: number;
  participantId: number | null;
  /** Others have no name, bib, club, nation, team or splits here. */
  isNamed: boolean;
  name: string;
  bib: string | null;
  club: string | null;
  nation: string | null;
  gender: RankedGender | null;
  ageClass: string | null;
  /** Team whose times are added. */
  team: { key: string; name: string } | null;
  teamName: string | null;
  status: ResultStatus;
  timeMs: number | null;
  splits: readonly Split[];
  /** Search words; empty for hidden names. */
  words: readonly string[];
};

export type Board = {
  rows: readonly BoardRow[];
  byId: ReadonlyMap<number, BoardRow>;
  teams: readonly TeamResult<BoardRow>[];
  teamOf: ReadonlyMap<number, TeamResult<BoardRow>>;
  digits: 0 | 1 | 2 | 3;
};

export type BoardRules = {
  day: CalendarDate;
  maxAge: number;
  classes: readonly AgeClass[];
  teamsBy: TeamsBy;
  teamSize: number;
};

export function boardOf(inputs: readonly BoardInput[], rules: BoardRules): Board {
  return rankedBoard(
    inputs.map((input) => rowView(input, rules)),
    rules,
  );
}

export function rankedBoard(views: readonly RowView[], rules: Pick<BoardRules, 'teamsBy' | 'teamSize'>): Board {
  const unranked = [...views].sort(byResult);
  const ranks = ranksOf(unranked);
  const rows = unranked.map((row, at): BoardRow => ({ ...row, ...(ranks[at] as Ranks) }));
  const teams = teamsOf(rows, rules.teamsBy, rules.teamSize);
  return {
    rows,
    byId: new Map(rows.map((row) => [row.id, row])),
    teams,
    teamOf: new Map(teams.flatMap((team) => team.members.map(({ id }) => [id, team] as const))),
    digits: digitsOf(rows.map(({ timeMs }) => timeMs)),
  };
}

export type RowView = Omit<BoardRow, keyof Ranks>;

export function rowView(input: BoardInput, rules: BoardRules): RowView {
  const { year } = dateParts(rules.day);
  const { id, participantId, birthDate, gender, status, timeMs } = input;
  const isNamed = isNameShown(input.choice, birthDate, rules, input.birthYear);
  const birthYear =
    birthDate !== null && isCalendarDate(birthDate) ? dateParts(birthDate).year : (input.birthYear ?? null);
  const name = isNamed ? `${input.firstName} ${input.lastName}`.trim() : '';
  const club = isNamed ? input.club : null;
  const bib = isNamed ? input.bib : null;
  const teamName = (isNamed && input.teamName) || null;
  const team = teamIn(input, rules.teamsBy, isNamed);
  return {
    id,
    participantId,
    isNamed,
    name,
    bib,
    club,
    nation: isNamed ? input.nation : null,
    gender: isRankedGender(gender) ? gender : null,
    ageClass: classOf(rules.classes, { birthYear, gender }, year),
    team,
    teamName,
    status,
    timeMs,
    splits: isNamed ? input.splits : [],
    words: isNamed ? searchWords([name, club ?? '', bib ?? '', team?.name ?? '', teamName ?? ''].join(' ')) : [],
  };
}

/** A registered team includes hidden members. A club includes only people whose club is shown. */
function teamIn({ teamId, teamName, club }: BoardInput, by: TeamsBy, isNamed: boolean): BoardRow['team'] {
  if (by === 'team') return teamId !== null && teamName ? { key: `t${teamId}`, name: teamName } : null;
  if (by !== 'club' || !isNamed || !club) return null;
  const key = foldedWords(club).join('');
  return key === '' ? null : { key: `c${key}`, name: club };
}

export type BoardQuestion = { q: string; gender: string; ageClass: string };

/** Each word is a prefix of a word in the row. */
export function foundIn({ rows }: Pick<Board, 'rows'>, { q, gender, ageClass }: BoardQuestion): readonly BoardRow[] {
  const isFound = finds(q);
  return rows.filter(
    (row) =>
      (gender === '' || row.gender === gender) && (ageClass === '' || row.ageClass === ageClass) && isFound(row.words),
  );
}
