import { placesRange } from '#modules/waitlist/rules/entry-state.ts';
import type { Instant } from '#src/kernel/time.ts';

/** Entries are open from `entersFrom` to `drawsAt`. */
export type LotterySettings = { entersFrom: Instant; drawsAt: Instant; mostPlaces: number };

/** `due`: the time has come, but the places are not on sale yet. */
export type LotteryPhase = 'planned' | 'open' | 'due' | 'drawn' | 'calledOff';
type Known = { entersFrom: Instant; drawsAt: Instant; drawnAt: Instant | null; calledOffAt: Instant | null };

export function phaseOf({ entersFrom, drawsAt, drawnAt, calledOffAt }: Known, now: Instant): LotteryPhase {
  if (calledOffAt !== null) return 'calledOff';
  if (drawnAt !== null) return 'drawn';
  if (now >= drawsAt) return 'due';
  return now >= entersFrom ? 'open' : 'planned';
}

/** `asked`: mailbox unproven. `in`: takes part. `left`: ended by its owner. `closed`: the draw was called off. */
export const lotStates = ['asked', 'in', 'drawn', 'left', 'closed'] as const;
export type LotState = (typeof lotStates)[number];

export const callingsOff = ['organizer', 'canceled', 'over', 'off'] as const;
export type DrawCancellation = (typeof callingsOff)[number];

/** How many may enter with one lot: individuals up to the organizer's limit, a team up to its maximum size. */
export function lotSizes(
  competition: Parameters<typeof placesRange>[0],
  maxPlaces: number,
): { least: number; most: number } {
  const { least, most } = placesRange(competition);
  return { least, most: Math.max(least, Math.min(most, maxPlaces)) };
}

/** For family and friends; a larger team always enters as a whole. */
export const defaultMaxPlaces = 4;
export const unprovenDays = 3;
export const retentionDays = 180;
