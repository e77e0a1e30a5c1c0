import { compareNames } from '#src/kernel/fold.ts';
import { secondsOf } from './assign.ts';

/** `expectedTime`: the fastest first; `answer` and `club`: equal ones together; `orderDate`: as they booked. */
export const waveSequences = ['expectedTime', 'answer', 'club', 'orderDate'] as const;
export type WaveSequence = (typeof waveSequences)[number];

export type WavePerson = {
  id: number;
  competitionId: number;
  club: string | null;
  /** The answer to the chosen question. */
  answer: string | null;
  /** The wave now; null: none. */
  waveId: number | null;
  /** Keeps the wave. */
  isByHand: boolean;
};
export type Wave = { id: number; competitionId: number; startsAt: number; size: number; isLocked: boolean };

/**
 * Assigns the people of each competition to its waves by start time, filled in proportion to their sizes and never beyond. People
 * set by hand and people in locked waves stay and take their places. Returns the changes; null: no place was left.
 */
export function assignWaves(
  people: readonly WavePerson[],
  waves: readonly Wave[],
  sequence: WaveSequence,
): { participantId: number; waveId: number | null }[] {
  const ofCompetition = Map.groupBy(people, ({ competitionId }) => competitionId);
  return [...Map.groupBy(waves, ({ competitionId }) => competitionId)].flatMap(([competitionId, own]) =>
    assignCompetition(ofCompetition.get(competitionId) ?? [], own, sequence),
  );
}

function assignCompetition(people: readonly WavePerson[], waves: readonly Wave[], sequence: WaveSequence) {
  const locked = new Set(waves.filter(({ isLocked }) => isLocked).map(({ id }) => id));
  const stays = ({ waveId, isByHand }: WavePerson) => waveId !== null && (isByHand || locked.has(waveId));
  const taken = Map.groupBy(people.filter(stays), ({ waveId }) => waveId);
  const open = waves
    .filter(({ isLocked }) => !isLocked)
    .toSorted((a, b) => a.startsAt - b.startsAt || a.id - b.id)
    .map(({ id, size }) => ({ id, room: Math.max(0, size - (taken.get(id)?.length ?? 0)) }));
  const moving = people.filter((person) => !stays(person));
  const shares = evenShares(
    open.map(({ room }) => room),
    moving.length,
  );
  const left = open.map(({ id }, at) => ({ id, free: shares[at] ?? 0 }));
  const waveOf = new Map<number, number>();
  const put = (group: readonly WavePerson[], fits: (free: number) => boolean) => {
    let wave = left.find(({ free }) => fits(free));
    for (const { id } of group) {
      wave = wave && wave.free > 0 ? wave : left.find(({ free }) => free > 0);
      if (!wave) return;
      waveOf.set(id, wave.id);
      wave.free -= 1;
    }
  };
  // A group goes whole into the first wave that has room for it; a larger one fills wave after wave.
  for (const group of groupsOf(moving, sequence)) put(group, (free) => free >= group.length);
  return moving
    .map(({ id, waveId }) => ({ participantId: id, waveId: waveOf.get(id) ?? null, before: waveId }))
    .filter(({ waveId, before }) => waveId !== before)
    .map(({ participantId, waveId }) => ({ participantId, waveId }));
}

/** Shares `count` in proportion to `rooms`, by largest remainder and never beyond a room. */
export function evenShares(rooms: readonly number[], count: number): number[] {
  const all = rooms.reduce((sum, room) => sum + room, 0);
  const total = Math.min(count, all);
  const exact = rooms.map((room) => (all === 0 ? 0 : (total * room) / all));
  const shares = exact.map(Math.floor);
  const byRest = exact.map((share, at) => ({ at, rest: share % 1 })).sort((a, b) => b.rest - a.rest || a.at - b.at);
  let missing = total - shares.reduce((sum, share) => sum + share, 0);
  for (const { at } of byRest) {
    if (missing === 0) break;
    shares[at] = (shares[at] ?? 0) + 1;
    missing -= 1;
  }
  return shares;
}

function groupsOf(people: readonly WavePerson[], sequence: WaveSequence): WavePerson[][] {
  const single = (sorted: readonly WavePerson[]) => sorted.map((person) => [person]);
  if (sequence === 'orderDate') return single(people.toSorted((a, b) => a.id - b.id));
  if (sequence === 'expectedTime') {
    const timeOf = ({ answer }: WavePerson) => secondsOf(answer) ?? Number.MAX_SAFE_INTEGER;
    return single(people.toSorted((a, b) => timeOf(a) - timeOf(b) || a.id - b.id));
  }
  const groupKeyOf = ({ answer, club }: WavePerson) => (sequence === 'club' ? club : answer)?.trim() ?? '';
  const named = Map.groupBy(
    people.filter((person) => groupKeyOf(person) !== ''),
    (person) => groupKeyOf(person).toLowerCase(),
  );
  const groups = [...named.values()].sort((a, b) =>
    sequence === 'club'
      ? b.length - a.length || (a[0]?.id ?? 0) - (b[0]?.id ?? 0)
      : compareNames(groupKeyOf(a[0] as WavePerson), groupKeyOf(b[0] as WavePerson)),
  );
  // People without a value fill what is left.
  return [...groups, ...single(people.filter((person) => groupKeyOf(person) === ''))];
}
