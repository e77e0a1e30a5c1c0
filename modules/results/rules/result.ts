import type { Gender } from '#modules/accounts/rules/address.ts';
import { bibOf } from '#modules/orders/rules/bib.ts';

export const resultStatuses = ['finished', 'dnf', 'dns', 'dsq'] as const;
export type ResultStatus = (typeof resultStatuses)[number];
export type ResultSource = 'file' | 'timing';
export const teamsByValues = ['none', 'team', 'club'] as const;
export type TeamsBy = (typeof teamsByValues)[number];

/** Since the start. */
export type Split = { name: string; timeMs: number };

export type ResultContent = {
  competitionId: number;
  participantId: number | null;
  key: string;
  bib: string | null;
  name: string | null;
  birthYear: number | null;
  gender: Gender | null;
  club: string | null;
  nation: string | null;
  timeMs: number | null;
  status: ResultStatus;
  splits: Split[];
};

/** Null and missing values leave the stored value. */
export type SavedRow = Partial<Omit<ResultContent, 'key' | 'competitionId' | 'splits'>> & {
  competitionId: number;
  splits?: readonly Split[];
};

/** Longer times are errors. */
export const longestMs = 999 * 3_600_000;

/** Participant, bib, or name with year. */
export const keyOf = ({ participantId, bib, name, birthYear }: SavedRow): string =>
  participantId ? `p${participantId}` : bib ? `b${bibOf(bib)}` : `n${name ?? ''}|${birthYear ?? ''}`;

const ofNobody = { name: null, birthYear: null, gender: null, club: null, nation: null };

/** Empty values never overwrite. A time without a status finishes a result that had none. Null: nothing to store. */
export function applied(known: ResultContent | null, row: SavedRow): ResultContent | null {
  // A registered person keeps the registered data, not the file's.
  const before = known && row.participantId && !known.participantId ? { ...known, ...ofNobody } : known;
  const or = <T>(value: T | null | undefined | '', was: T | null | undefined): T | null =>
    value === null || value === undefined || value === '' ? (was ?? null) : value;
  const timeMs = or(row.timeMs, before?.timeMs);
  const newStatus = row.status ?? (row.timeMs && (!before || before.timeMs === null) ? 'finished' : null);
  const status = or(newStatus, before?.status) ?? (timeMs === null ? null : 'finished');
  if (status === null || (status === 'finished' && timeMs === null)) return known;
  const splits = new Map((before?.splits ?? []).map((split) => [split.name, split]));
  for (const split of row.splits ?? []) splits.set(split.name, split);
  return {
    competitionId: row.competitionId,
    participantId: row.participantId ?? before?.participantId ?? null,
    key: keyOf(row),
    bib: or(row.bib, before?.bib),
    name: or(row.name, before?.name),
    birthYear: or(row.birthYear, before?.birthYear),
    gender: or(row.gender, before?.gender),
    club: or(row.club, before?.club),
    nation: or(row.nation, before?.nation),
    timeMs,
    status,
    splits: [...splits.values()].sort((a, b) => a.timeMs - b.timeMs),
  };
}

export function undone(
  now: ResultContent,
  { before, after }: { before: ResultContent; after: ResultContent },
): ResultContent {
  const isJoined = now.participantId !== null && after.participantId === null;
  if (!isJoined) return before;
  const { participantId, key, bib } = now;
  return { ...before, ...ofNobody, participantId, key, bib };
}

export const isSameContent = (a: ResultContent | null, b: ResultContent | null): boolean =>
  JSON.stringify(a && ordered(a)) === JSON.stringify(b && ordered(b));

const ordered = (content: ResultContent) => Object.entries(content).sort(([a], [b]) => (a < b ? -1 : 1));
