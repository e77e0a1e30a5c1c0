import { placesRange } from '#modules/waitlist/rules/places.ts';
import type { Instant } from '#src/kernel/time.ts';

/** What an organizer says of a draw. One enters from then on until it is drawn. */
export type LotterySettings = { entersFrom: Instant; drawsAt: Instant; mostPlaces: number };

/**
 * `planned`: nobody can enter yet. `open`: everybody can. `due`: the time of the draw has come, and its places are not on
 * sale yet. `drawn` and `calledOff` are ends.
 */
export type LotteryPhase = 'planned' | 'open' | 'due' | 'drawn' | 'calledOff';
type Known = { entersFrom: Instant; drawsAt: Instant; drawnAt: Instant | null; calledOffAt: Instant | null };

export function phaseOf({ entersFrom, drawsAt, drawnAt, calledOffAt }: Known, now: Instant): LotteryPhase {
  if (calledOffAt !== null) return 'calledOff';
  if (drawnAt !== null) return 'drawn';
  if (now >= drawsAt) return 'due';
  return now >= entersFrom ? 'open' : 'planned';
}

/**
 * A lot is `asked` until its mailbox is proven, `in` until the draw and then `drawn`. `left` and `closed` end it without one:
 * by its owner, or with the draw.
 */
export const lotStates = ['asked', 'in', 'drawn', 'left', 'closed'] as const;
export type LotState = (typeof lotStates)[number];

/** Why a draw was called off. */
export const callingsOff = ['organizer', 'canceled', 'over', 'off'] as const;
export type CallingOff = (typeof callingsOff)[number];

/** How many enter together: single people up to what the organizer allows, a team as many as it may have. */
export function lotSizes(
  competition: Parameters<typeof placesRange>[0],
  maxPlaces: number,
): { least: number; most: number } {
  const { least, most } = placesRange(competition);
  return { least, most: Math.max(least, Math.min(most, maxPlaces)) };
}

/** Family and friends; a large team enters as a whole, whatever stands here. */
export const defaultMaxPlaces = 4;
export const unprovenDays = 3;
export const retentionDays = 180;
