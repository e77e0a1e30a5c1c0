import { foldedWords } from '#src/kernel/fold.ts';
import { allSteps, grouped, mapped, type Steps } from '#src/kernel/steps.ts';
import type { FileLine } from './columns.ts';
import { applied, isSameContent, keyOf, type ResultContent, type SavedRow } from './result.ts';

export type Starter = {
  id: number;
  competitionId: number;
  bib: string | null;
  firstName: string;
  lastName: string;
  birthYear: number | null;
};

/** `unknown`: no person matches. `elsewhere`: in another competition than chosen. `nothing`: neither time nor status. */
export const outcomes = [
  'new',
  'changed',
  'same',
  'unknown',
  'ambiguous',
  'repeated',
  'elsewhere',
  'nothing',
  'unreadable',
] as const;
export type Outcome = (typeof outcomes)[number];
export const isSaved = (outcome: Outcome): boolean => outcome === 'new' || outcome === 'changed';

export type PlannedLine = {
  line: FileLine;
  outcome: Outcome;
  starter: Starter | null;
  /** Not registered; has the name of the file. */
  isGuest: boolean;
  row: SavedRow | null;
};

const nameKey = (...parts: (string | null)[]): string => foldedWords(parts.join(' ')).sort().join(' ');

/** The competition chosen for the file, or the one in the line's column. */
type Competitions = { chosen: number | null; all: readonly { id: number; title: string }[] };

/** Matches lines by participant id, bib, then name with year of birth and competition. */
export const plan = (...file: Parameters<typeof planned>): PlannedLine[] => allSteps(planned(...file));

/** In steps, for large files. */
export function* planned(
  lines: readonly FileLine[],
  starters: readonly Starter[],
  known: ReadonlyMap<string, ResultContent>,
  options: { competitions: Competitions; takesGuests: boolean },
): Steps<PlannedLine[]> {
  const byId = new Map(starters.map((each) => [each.id, each]));
  const byBib = yield* grouped(starters, ({ bib }) => (bib === null ? '' : bib.trim().toLowerCase()));
  const byName = yield* grouped(starters, ({ firstName, lastName }) => nameKey(firstName, lastName));
  byBib.delete('');
  byName.delete('');
  const all = yield* mapped(lines, (fileLine): PlannedLine => {
    // Some files write 0 for "no bib", unless a starter has 0.
    const line = fileLine.bib === '0' && !byBib.has('0') ? { ...fileLine, bib: null } : fileLine;
    const competitionId = competitionOf(line, options.competitions);
    const unmatched = { line, starter: null, isGuest: false, row: null };
    if (line.unreadable.length > 0) return { ...unmatched, outcome: 'unreadable' };
    const found = whoIs(line, competitionId, { byId, byBib, byName });
    if (found.length > 1) return { ...unmatched, outcome: 'ambiguous' };
    const [starter = null] = found;
    const isGuest = starter === null;
    if (starter && competitionId !== null && starter.competitionId !== competitionId) {
      return { ...unmatched, starter, outcome: 'elsewhere' };
    }
    if (isGuest && !(options.takesGuests && competitionId !== null && isNameable(line))) {
      return { ...unmatched, outcome: 'unknown' };
    }
    const row = rowOf(line, starter, competitionId ?? starter?.competitionId ?? 0);
    const before = knownOf(known, row);
    const after = applied(before, row);
    const outcome =
      after === null ? 'nothing' : before === null ? 'new' : isSameContent(before, after) ? 'same' : 'changed';
    return { line, starter, isGuest, row, outcome };
  });
  const seen = yield* grouped(all, ({ row }) => (row ? knownKey(row) : ''));
  return yield* mapped(all, (each) =>
    each.row && (seen.get(knownKey(each.row))?.length ?? 0) > 1 ? { ...each, outcome: 'repeated', row: null } : each,
  );
}

/** A participant has one result across competitions; others are identified by their own data. */
export const knownKey = (row: SavedRow): string =>
  row.participantId ? keyOf(row) : `${row.competitionId} ${keyOf(row)}`;

/** The result of the person or bib. A bib finishes once, so its holder gets its time whatever the name. */
export const knownOf = <T>(known: ReadonlyMap<string, T>, row: SavedRow): T | null =>
  known.get(knownKey(row)) ?? (row.participantId && row.bib ? known.get(guestKey(row)) : null) ?? null;
const guestKey = ({ competitionId, bib }: SavedRow): string => knownKey({ competitionId, participantId: null, bib });

export const isThatGuest = (
  guest: Pick<ResultContent, 'name' | 'birthYear'>,
  { firstName, lastName, birthYear }: Pick<Starter, 'firstName' | 'lastName' | 'birthYear'>,
): boolean =>
  (!guest.name || nameKey(guest.name) === nameKey(firstName, lastName)) &&
  (guest.birthYear === null || birthYear === null || guest.birthYear === birthYear);

/** By name, or by bib without a name. */
export const isSameGuest = (
  a: Pick<ResultContent, 'competitionId' | 'key' | 'name' | 'birthYear'>,
  b: Pick<ResultContent, 'competitionId' | 'key' | 'name' | 'birthYear'>,
): boolean =>
  a.name && b.name
    ? nameKey(a.name) === nameKey(b.name) &&
      (a.birthYear === null || b.birthYear === null || a.birthYear === b.birthYear)
    : a.competitionId === b.competitionId && a.key === b.key;

const isNameable = ({ name, lastName, bib }: FileLine): boolean => (name ?? lastName) !== null || bib !== null;

const titleKey = (title: string): string => foldedWords(title).join('');

function competitionOf({ competition }: FileLine, { chosen, all }: Competitions): number | null {
  if (chosen !== null) return chosen;
  if (competition === null) return all.length === 1 ? (all[0]?.id ?? null) : null;
  const found = all.filter(({ title }) => titleKey(title) === titleKey(competition));
  return found.length === 1 ? (found[0]?.id ?? null) : null;
}

type Found = {
  byId: ReadonlyMap<number, Starter>;
  byBib: ReadonlyMap<string, Starter[]>;
  byName: ReadonlyMap<string, Starter[]>;
};

/** Only the strongest identifier decides: an unknown bib is not replaced by a name match. */
function whoIs(line: FileLine, competitionId: number | null, { byId, byBib, byName }: Found): Starter[] {
  const inCompetition = (all: readonly Starter[]) => {
    const here = all.filter((each) => each.competitionId === competitionId);
    return here.length > 0 ? here : [...all];
  };
  if (line.participantId !== null) {
    const starter = byId.get(line.participantId);
    return starter ? [starter] : [];
  }
  const named = inCompetition(
    (byName.get(nameKey(line.name, line.firstName, line.lastName)) ?? []).filter(
      ({ birthYear }) => line.birthYear === null || birthYear === null || birthYear === line.birthYear,
    ),
  );
  const withBib = line.bib === null ? [] : inCompetition(byBib.get(line.bib.toLowerCase()) ?? []);
  // Bib and name belong to different people: an organizer must check.
  if (withBib.length > 0) {
    const isOther = named.length > 0 && !named.some(({ id }) => withBib.some((each) => each.id === id));
    return isOther ? [...withBib, ...named] : withBib;
  }
  // A name must be unique, and match the year of birth if the file has one.
  return line.birthYear === null && named.length > 0 && line.bib !== null ? [] : named;
}

function rowOf(line: FileLine, starter: Starter | null, competitionId: number): SavedRow {
  const { timeMs, status, splits, bib } = line;
  const content = { competitionId, timeMs, status: status ?? undefined, splits };
  if (starter) return { ...content, participantId: starter.id, bib: bib ?? starter.bib };
  const { name, firstName, lastName, birthYear, gender, club, nation } = line;
  return {
    ...content,
    participantId: null,
    bib,
    name: name ?? [firstName, lastName].filter(Boolean).join(' '),
    birthYear,
    gender,
    club,
    nation,
  };
}
