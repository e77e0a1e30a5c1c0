import { compareNames } from '#src/kernel/fold.ts';
import type { ResultStatus, TeamsBy } from './result.ts';

export type Ranked = {
  status: ResultStatus;
  timeMs: number | null;
  gender: string | null;
  ageClass: string | null;
};
/** Null: not finished. */
export type Ranks = { rank: number | null; genderRank: number | null; classRank: number | null };

type Timed = Pick<Ranked, 'status' | 'timeMs'>;
export const isFinisher = <R extends Timed>(row: R): row is R & { timeMs: number } =>
  row.status === 'finished' && row.timeMs !== null;

/** Finishers by time, then DNF, DSQ, DNS. Stable. */
const order: Record<ResultStatus, number> = { finished: 0, dnf: 1, dsq: 2, dns: 3 };
export const byResult = (a: Timed, b: Timed): number =>
  order[a.status] - order[b.status] ||
  (a.timeMs ?? 0) * (isFinisher(a) ? 1 : 0) - (b.timeMs ?? 0) * (isFinisher(b) ? 1 : 0);

/** Ranks of rows sorted by `byResult`: overall, by gender, by class. Equal times share a rank: 1, 2, 2, 4. */
export function ranksOf(sorted: readonly Ranked[]): Ranks[] {
  const counters = new Map<string, { seen: number; rank: number; timeMs: number }>();
  const next = (group: string, timeMs: number): number => {
    const before = counters.get(group) ?? { seen: 0, rank: 0, timeMs: -1 };
    const seen = before.seen + 1;
    const rank = before.timeMs === timeMs ? before.rank : seen;
    counters.set(group, { seen, rank, timeMs });
    return rank;
  };
  return sorted.map((row) =>
    isFinisher(row)
      ? {
          rank: next('', row.timeMs),
          genderRank: row.gender === null ? null : next(`g${row.gender}`, row.timeMs),
          classRank: row.ageClass === null ? null : next(`c${row.ageClass}`, row.timeMs),
        }
      : { rank: null, genderRank: null, classRank: null },
  );
}

export type Member = Ranked & { team: { key: string; name: string } | null };
export type TeamResult<M> = { name: string; timeMs: number; rank: number; members: M[] };

/** By the sum of the `size` best times; teams with fewer finishers have no rank. Ties share a rank. */
export function teamsOf<M extends Member>(sorted: readonly M[], by: TeamsBy, size: number): TeamResult<M>[] {
  if (by === 'none' || size < 1) return [];
  const found = new Map<string, { name: string; members: M[] }>();
  for (const row of sorted) {
    if (!row.team || !isFinisher(row)) continue;
    const team = found.get(row.team.key) ?? { name: row.team.name, members: [] };
    if (team.members.length < size) team.members.push(row);
    found.set(row.team.key, team);
  }
  const complete = [...found.values()]
    .filter(({ members }) => members.length === size)
    .map((team) => ({ ...team, timeMs: team.members.reduce((sum, { timeMs }) => sum + (timeMs ?? 0), 0) }))
    .sort((a, b) => a.timeMs - b.timeMs || compareNames(a.name, b.name));
  let rank = 0;
  return complete.map((team, at) => {
    if (at === 0 || complete[at - 1]?.timeMs !== team.timeMs) rank = at + 1;
    return { ...team, rank };
  });
}

export const classPresets = ['fives', 'tens', 'none', 'own'] as const;
export type ClassPreset = (typeof classPresets)[number];

/** Both included, age in the year of the competition. */
export type AgeClass = { name: string; from: number; to: number };

const oldest = 120;
const steps = (from: number, step: number, last: number): AgeClass[] =>
  Array.from({ length: (last - from) / step + 1 }, (_, at) => {
    const begins = from + at * step;
    return { name: String(begins), from: begins, to: begins === last ? oldest : begins + step - 1 };
  });

/** Youth below 20, main class, then every five or ten years. */
const fives = [{ name: 'U20', from: 0, to: 19 }, { name: '20', from: 20, to: 29 }, ...steps(30, 5, 80)];
const tens = [{ name: 'U20', from: 0, to: 19 }, ...steps(20, 10, 80)];

const maxClasses = 60;
const linePattern = /^(.{1,20}?)\s*[:;,]\s*(\d{1,3})\s*(?:[-–;,]\s*(\d{1,3})?)?(\+)?$/;

/** Lines such as `U16: 0-15` or `60: 60+`. `wrong`: invalid or overlapping lines. */
export function parseClasses(text: string): { classes: AgeClass[]; wrong: string[] } {
  const classes: AgeClass[] = [];
  const wrong: string[] = [];
  for (const line of text.split('\n').map((each) => each.trim())) {
    if (line === '') continue;
    const match = linePattern.exec(line);
    const [, name = '', from = '', to, plus] = match ?? [];
    const isOpen = plus !== undefined || /[-–]\s*$/.test(line);
    const one = { name: name.trim(), from: Number(from), to: isOpen ? oldest : Number(to ?? from) };
    const isTaken = classes.some((each) => each.name === one.name || (each.from <= one.to && one.from <= each.to));
    if (!match || one.name === '' || one.to < one.from || isTaken || classes.length >= maxClasses) wrong.push(line);
    else classes.push(one);
  }
  return { classes, wrong };
}

export function classesOf(preset: ClassPreset, own: string): readonly AgeClass[] {
  if (preset === 'none') return [];
  if (preset === 'own') return parseClasses(own).classes;
  return preset === 'tens' ? tens : fives;
}

/** No class without a year or gender. */
const letters = { female: 'W', male: 'M', diverse: 'D' } as const;
export type RankedGender = keyof typeof letters;
export const isRankedGender = (gender: string | null): gender is RankedGender => gender !== null && gender in letters;

/** `W35`, by year of birth; null: none. */
export function classOf(
  classes: readonly AgeClass[],
  { birthYear, gender }: { birthYear: number | null; gender: string | null },
  year: number,
): string | null {
  if (birthYear === null || !isRankedGender(gender)) return null;
  const age = year - birthYear;
  const found = classes.find(({ from, to }) => age >= from && age <= to);
  return found ? `${letters[gender]}${found.name}` : null;
}

export const classLabels = (classes: readonly AgeClass[]): string[] =>
  (['W', 'M', 'D'] as const).flatMap((letter) => classes.map(({ name }) => `${letter}${name}`));
