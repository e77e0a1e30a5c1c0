import { days, hours, type Instant, instant, minutes } from '#src/kernel/time.ts';
import type { LiveState, ShortRule, TeamState } from './team-state.ts';

/** A team without a member expires a day after it was opened. */
const firstHours = hours(24);
/** How long the captain may pay the rest of a team that has too few. */
export const graceHours = hours(48);
/** The reminder goes out this long before the deadline, or after half of a shorter time. */
const remindBefore = days(3);
/** A shorter time is too short to find members. */
export const shortestTime = days(1);
/** How long a visit alone can order a place it claimed. */
export const claimTime = minutes(60);

/** `payBy`: deadline of the members. `until`: with the grace period; the longest time that places are held. */
export type TeamTimes = { createdAt: Instant; payBy: Instant; until: Instant; remindedAt: Instant | null };
/** `in`: ordered, paid or not; `size`: places it was opened with. */
export type TeamCount = { in: number; paid: number; size: number; least: number };
export type TeamStep = 'none' | 'remind' | 'complete' | 'grace' | 'unclaimed' | 'dissolve';

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
