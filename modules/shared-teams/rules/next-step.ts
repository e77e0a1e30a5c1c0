import { days, hours, type Instant, instant, minutes } from '#src/kernel/time.ts';
import type { LiveState, ShortRule, TeamState } from './team-state.ts';

/** Places that nobody of the team has paid a day after it was opened are for sale again: a team begins with its first member. */
const firstHours = hours(24);
/** Too few have paid on the day: so long the captain may pay the rest. */
export const graceHours = hours(48);
/** A captain hears so long before the day that somebody is missing, in a short time after half of it. */
const remindBefore = days(3);
/** Less is no time to find anybody. */
export const shortestTime = days(1);
/** An opened place is somebody's alone for so long, then anybody of the team may open it. */
export const claimTime = minutes(60);

/** `payBy`: what is paid then is in. `until`: with the grace; how long places are kept at the most. */
export type TeamTimes = { createdAt: Instant; payBy: Instant; until: Instant; remindedAt: Instant | null };
/** `in`: ordered, paid or not; `paid` of them; `size`: how many places it was opened with. */
export type TeamCount = { in: number; paid: number; size: number; least: number };
export type TeamStep = 'none' | 'remind' | 'complete' | 'grace' | 'unclaimed' | 'dissolve';

const remindAt = ({ createdAt, payBy }: TeamTimes): Instant =>
  instant(Math.max(payBy - remindBefore, (createdAt + payBy) / 2));

/** What time alone brings about for a team, of that which is due the last. */
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

/** A team in its grace is looked at again so soon: it is in as soon as enough have paid. */
const lookAgain = minutes(15);

/** When time alone changes something the next time; null: never. */
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
