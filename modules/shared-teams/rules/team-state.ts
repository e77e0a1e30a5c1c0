import { days, hours, type Instant, instant, minutes } from '#src/kernel/time.ts';

/** `grace`: past the deadline with too few. `unclaimed`: no member on the first day. `off`: event canceled. */
export const liveStates = ['open', 'grace'] as const;
export const endStates = ['complete', 'unclaimed', 'dissolved', 'closed', 'off'] as const;
export const teamStates = [...liveStates, ...endStates] as const;
export type LiveState = (typeof liveStates)[number];
export type EndState = (typeof endStates)[number];
export type TeamState = (typeof teamStates)[number];

export const isLive = (state: TeamState): state is LiveState => (liveStates as readonly string[]).includes(state);

/** Informational only. */
export const teamKinds = ['friends', 'family', 'club', 'company'] as const;
export type TeamKind = (typeof teamKinds)[number];

/** What happens to a team with too few members at its end: full refund, or it starts as it is. */
export const shortRules = ['dissolve', 'keep'] as const;
export type ShortRule = (typeof shortRules)[number];
export type TeamSettings = { mostOpen: number; shortRule: ShortRule };
/** Without settings of the organizer. */
export const usualSettings: TeamSettings = { mostOpen: 2, shortRule: 'dissolve' };
export const maxOpenTeams = 20;

export const defaultMaxPlaces = 10;
/** Days after which ended teams are deleted; the orders keep who started. */
export const retentionDays = 365;

/** A team without a member expires a day after it was opened. */
const firstHours = hours(24);
/** How long the captain may pay the rest of a team that has too few. */
export const graceHours = hours(48);
/** The reminder goes out this long before the deadline, or after half of a shorter time. */
const remindBefore = days(3);
/** A shorter time is too short to find members. */
export const shortestTime = days(1);
export const claimTime = minutes(60);

/** `payBy`: deadline of the members. `until`: with the grace period; the longest time that places are held. */
type TeamTimes = { createdAt: Instant; payBy: Instant; until: Instant; remindedAt: Instant | null };
/** `in`: ordered, paid or not; `size`: places it was opened with. */
export type TeamCount = { in: number; paid: number; size: number; least: number };
type TeamStep = 'none' | 'remind' | 'complete' | 'grace' | 'unclaimed' | 'dissolve';

const remindAt = ({ createdAt, payBy }: TeamTimes): Instant =>
  instant(Math.max(payBy - remindBefore, (createdAt + payBy) / 2));

/** What time alone changes; of several due steps the last one. */
export function nextStep(
  team: TeamTimes & { state: LiveState },
  count: TeamCount,
  shortRule: ShortRule,
  now: Instant,
): TeamStep {
  const isEnough = count.paid >= count.least;
  if (team.state === 'grace') {
    if (isEnough && (count.paid >= count.size || now >= team.until)) return 'complete';
    if (now < team.until) return 'none';
    return shortRule === 'keep' && count.paid > 0 ? 'complete' : 'dissolve';
  }
  if (now >= team.payBy) return isEnough ? 'complete' : 'grace';
  if (count.in === 0 && now >= team.createdAt + firstHours) return 'unclaimed';
  return team.remindedAt === null && count.paid < count.size && now >= remindAt(team) ? 'remind' : 'none';
}

/** A team in grace completes as soon as enough have paid, so check again after this time. */
const lookAgain = minutes(15);

/** Next time at which time alone changes something; null: never. */
export function dueAt(
  team: TeamTimes & { state: TeamState },
  count: Pick<TeamCount, 'in'>,
  now: Instant,
): Instant | null {
  if (team.state === 'grace') return instant(Math.min(team.until, now + lookAgain));
  if (team.state !== 'open') return null;
  const times = [
    team.payBy,
    ...(team.remindedAt === null ? [remindAt(team)] : []),
    ...(count.in === 0 ? [instant(team.createdAt + firstHours)] : []),
  ];
  return instant(Math.min(...times));
}

/** Legs as an organizer writes them in one line: "Swim, Bike, Run". */
export const maxLegs = 20;
export const legsOf = (line: string): string[] =>
  line
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');

export function movedPlace<T extends { id: number }>(places: readonly T[], id: number, by: -1 | 1): T[] {
  const at = places.findIndex((place) => place.id === id);
  const [moved, other] = [places[at], places[at + by]];
  if (!moved || !other) return [...places];
  return places.map((place) => (place === moved ? other : place === other ? moved : place));
}
