import type { Catalog } from '#modules/events/rules/catalog.ts';
import { type Instant, instant, minutes } from '#src/kernel/time.ts';

/** What an organizer says of a waiting room. */
export type RoomSettings = {
  beginsAt: Instant | null;
  leadMinutes: number;
  mostAtOnce: number;
  perMinute: number | null;
  windowMinutes: number;
  keepUntil: Instant | null;
};
/** A turn to book lasts an hour at the most, as the settings take it. */
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

/** Whoever was not seen for so long is not there: the draw and the queue pass them by, and their place stays. */
export const awayAfter = minutes(3);
/** After so long the place in the queue is lost. */
export const lostAfter = minutes(30);
/** When nobody could be heard of for as long, as while the server was away, all have so long to come back before a turn begins. */
export const gathersAgainFor = minutes(1);
export const isGatheringAgain = ({ resumedAt }: { resumedAt: Instant | null }, now: Instant): boolean =>
  resumedAt !== null && resumedAt <= now && now < resumedAt + gathersAgainFor;
/** That somebody is there is written so often at the most. */
export const seenEvery = 30_000;
/** A room ends by itself when nobody has waited in it for a moment, but not within so long of its opening. */
export const quietAfterOpening = minutes(10);

/** When the sale begins: at the instant that was set, or with the first price that opens; null: nobody knows yet. */
export function opensAtOf({ beginsAt }: Pick<RoomSettings, 'beginsAt'>, { competitions }: Catalog): Instant | null {
  if (beginsAt !== null) return beginsAt;
  const openings = competitions.flatMap(({ prices }) =>
    prices.flatMap(({ availableFrom }) => (availableFrom === null ? [] : [availableFrom])),
  );
  return openings.length > 0 ? instant(Math.min(...openings)) : null;
}

/** `ahead`: nobody can line up yet. `gathering`: who comes takes part in the draw. `open`: it is drawn, and turns are given. */
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
/** `over`: the turn came and went. `booked`: it was used. */
export type PlaceState = 'gathered' | 'waiting' | 'turn' | 'over' | 'booked';

export function placeStateOf({ rank, until, bookedAt }: Turn, now: Instant): PlaceState {
  if (bookedAt !== null) return 'booked';
  if (until !== null) return until > now ? 'turn' : 'over';
  return rank === null ? 'gathered' : 'waiting';
}

/**
 * How many stand before a rank, at the most: who gave up in between is counted too, so the number only ever falls faster.
 * Whoever was passed by while away is the next.
 */
export const aheadOf = (rank: number, admittedTo: number): number => Math.max(0, rank - admittedTo - 1);

/** How it goes at this moment. */
export type Pace = {
  mostAtOnce: number;
  perMinute: number | null;
  windowMinutes: number;
  /** Turns that last. */
  active: number;
  /** Turns that began within the last minute. */
  recent: number;
  /** Turns that ended within the last ten minutes, used or not. */
  ended: number;
  /** Since when turns are given. */
  drawnAt: Instant | null;
};

/** How many turns may begin now. */
export const freeTurns = ({ mostAtOnce: maxAtOnce, perMinute, active, recent }: Pace): number =>
  Math.max(0, Math.min(maxAtOnce - active, (perMinute ?? Number.POSITIVE_INFINITY) - recent));

/** Fewer say nothing about how fast people are. */
const minEnded = 5;

/**
 * In how many minutes the turn of somebody comes who has so many before them. Until it is known how fast people are, each is
 * taken to need half of their time.
 */
export function minutesUntilTurn(ahead: number, pace: Pace, now: Instant): number {
  const { mostAtOnce: maxAtOnce, perMinute, windowMinutes, active, ended, drawnAt } = pace;
  const since = Math.min(10, Math.max(1, (now - (drawnAt ?? now)) / minutes(1)));
  const guessed = maxAtOnce / (windowMinutes / 2);
  const aMinute = ended >= minEnded ? ended / since : guessed;
  const beyond = Math.max(0, ahead + 1 - Math.max(0, maxAtOnce - active));
  return Math.ceil(Math.max(beyond / aMinute, perMinute === null ? 0 : (ahead + 1) / perMinute - 1));
}

/** All that ask shall ask so often a second together, whatever their number. */
const maxRequestsPerSecond = 400;
const longestPause = 45;

/** After how many seconds somebody asks again. Who is there but asks seldom is there all the same (`awayAfter`). */
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
