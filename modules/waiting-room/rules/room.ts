import type { Catalog } from '#modules/events/rules/catalog.ts';
import { type Instant, instant, minutes } from '#src/kernel/time.ts';

export type RoomSettings = {
  beginsAt: Instant | null;
  leadMinutes: number;
  mostAtOnce: number;
  perMinute: number | null;
  windowMinutes: number;
  keepUntil: Instant | null;
};
/** The maximum that the settings accept. */
export const maxWindowMinutes = 60;
export const longestTurn = minutes(maxWindowMinutes);
export const usualSettings: RoomSettings = {
  beginsAt: null,
  leadMinutes: 60,
  mostAtOnce: 100,
  perMinute: null,
  windowMinutes: 15,
  keepUntil: null,
};

/** After this time without contact a visitor is absent: skipped by draw and queue, but the place stays. */
export const awayAfter = minutes(3);
/** After this time without contact the place is deleted. */
export const lostAfter = minutes(30);
/** After a silence, such as a server outage, visitors have this long to return before a turn begins. */
export const gathersAgainFor = minutes(1);
export const isGatheringAgain = ({ resumedAt }: { resumedAt: Instant | null }, now: Instant): boolean =>
  resumedAt !== null && resumedAt <= now && now < resumedAt + gathersAgainFor;
/** Minimum interval between two stored presences, in ms. */
export const refreshMs = 30_000;
/** A room does not end by itself this soon after its opening. */
export const quietAfterOpening = minutes(10);

/** The configured time, else when the first price opens. Null when neither is known. */
export function opensAtOf({ beginsAt }: Pick<RoomSettings, 'beginsAt'>, { competitions }: Catalog): Instant | null {
  if (beginsAt !== null) return beginsAt;
  const openings = competitions.flatMap(({ prices }) =>
    prices.flatMap(({ availableFrom }) => (availableFrom === null ? [] : [availableFrom])),
  );
  return openings.length > 0 ? instant(Math.min(...openings)) : null;
}

/** `ahead`: joining is not possible yet. `gathering`: visitors join the draw. `open`: drawn, turns begin. */
export type Phase = 'ahead' | 'gathering' | 'open';

export function phaseOf(
  { opensAt, leadMinutes, drawnAt }: { opensAt: Instant | null; leadMinutes: number; drawnAt: Instant | null },
  now: Instant,
): Phase {
  if (drawnAt !== null) return 'open';
  if (opensAt === null) return 'ahead';
  if (now >= opensAt) return 'open';
  return now >= opensAt - minutes(leadMinutes) ? 'gathering' : 'ahead';
}

export type Turn = {
  rank: number | null;
  admittedAt: Instant | null;
  until: Instant | null;
  bookedAt: Instant | null;
};
/** `over`: the turn was missed. `booked`: it was used for an order. */
export type PlaceState = 'gathered' | 'waiting' | 'turn' | 'over' | 'booked';

export function placeStateOf({ rank, until, bookedAt }: Turn, now: Instant): PlaceState {
  if (bookedAt !== null) return 'booked';
  if (until !== null) return until > now ? 'turn' : 'over';
  return rank === null ? 'gathered' : 'waiting';
}

/** An upper bound: visitors who gave up in between still count. A visitor skipped while absent is next. */
export const aheadOf = (rank: number, admittedTo: number): number => Math.max(0, rank - admittedTo - 1);

export type Pace = {
  mostAtOnce: number;
  perMinute: number | null;
  windowMinutes: number;
  /** Turns that have begun and not ended. */
  active: number;
  /** Turns that began within the last minute. */
  recent: number;
  /** Turns that ended within the last ten minutes, used or not. */
  ended: number;
  drawnAt: Instant | null;
};

export const freeTurns = ({ mostAtOnce: maxAtOnce, perMinute, active, recent }: Pace): number =>
  Math.max(0, Math.min(maxAtOnce - active, (perMinute ?? Number.POSITIVE_INFINITY) - recent));

/** Fewer ended turns give no reliable pace. */
const minEnded = 5;

/** Expected minutes until the turn. Before the pace is known, each turn is assumed to take half of its window. */
export function minutesUntilTurn(ahead: number, pace: Pace, now: Instant): number {
  const { mostAtOnce: maxAtOnce, perMinute, windowMinutes, active, ended, drawnAt } = pace;
  const since = Math.min(10, Math.max(1, (now - (drawnAt ?? now)) / minutes(1)));
  const guessed = maxAtOnce / (windowMinutes / 2);
  const aMinute = ended >= minEnded ? ended / since : guessed;
  const beyond = Math.max(0, ahead + 1 - Math.max(0, maxAtOnce - active));
  return Math.ceil(Math.max(beyond / aMinute, perMinute === null ? 0 : (ahead + 1) / perMinute - 1));
}

/** Target for all visitors of a room together. */
const maxRequestsPerSecond = 400;
const longestPause = 45;

/** Seconds until the next poll; always shorter than `awayAfter`. */
export function pauseSeconds(of: { state: PlaceState; ahead: number; people: number; untilOpening: number }): number {
  const { state, ahead, people, untilOpening } = of;
  const shared = Math.ceil(people / maxRequestsPerSecond);
  if (state === 'gathered') {
    const usual = untilOpening > minutes(10) ? 30 : untilOpening > minutes(1) ? 15 : 5;
    return Math.min(longestPause, Math.max(usual, shared));
  }
  if (state === 'waiting') return Math.min(longestPause, Math.max(ahead < 20 ? 4 : ahead < 200 ? 8 : 15, shared));
  return longestPause;
}

export const roomPath = (event: number | string): string => `/events/${encodeURIComponent(event)}/waiting-room`;
export const managePath = (eventId: number): string => `/admin/events/${eventId}/waiting-room`;
export const drawPath = (eventId: number): string => `${roomPath(eventId)}/draw.txt`;
