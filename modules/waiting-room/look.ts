import type { Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { rankLate } from './advance-room.ts';
import { noteSeen } from './presence.ts';
import { type KnownRoom, placeOf, type Waiter } from './read-room.ts';
import { currentRoom, forgetCachedRoom } from './room-cache.ts';
import { aheadOf, minutesUntilTurn, type PlaceState, pauseSeconds, placeStateOf } from './rules/room.ts';
import type { WaitingPlace } from './schema.ts';

export type OwnPlace = {
  state: PlaceState;
  /** Identifies the place in the published draw. */
  number: number;
  /** Maximum number of visitors in front. Null before the draw and after the turn. */
  ahead: number | null;
  minutes: number | null;
  until: Instant | null;
  pauseSeconds: number;
};
export type RoomState = { known: KnownRoom; own: OwnPlace | null };

type ViewRoomDeps = Pick<Deps, 'read' | 'write' | 'clock'>;

/** Answers a poll with the cached room and one row of the visitor. Null when the event has no waiting room. */
export async function viewRoom(deps: ViewRoomDeps, eventId: number, waiter: Waiter | null): Promise<RoomState | null> {
  const now = deps.clock();
  const read = () => (waiter ? placeOf(deps.read, eventId, waiter, now) : null);
  const before = await read();
  if (before && isInQueue(before, now)) noteSeen(deps, before, now);
  const known = await currentRoom(deps, eventId);
  if (!known) return null;
  const { admittedTo, drawnAt } = known.room;
  const isMoved = before?.admittedAt === null && (before.rank === null ? drawnAt !== null : before.rank <= admittedTo);
  let place = isMoved ? await read() : before;
  // Visitors who were absent at the draw queue behind those who took part.
  if (place && place.rank === null && drawnAt !== null) {
    const late = place;
    await deps.write((work) => rankLate(work, late));
    forgetCachedRoom(deps, eventId);
    place = await read();
  }
  return { known, own: place && ownPlace(place, known, now) };
}

const isInQueue = (place: WaitingPlace, now: Instant): boolean =>
  ['gathered', 'waiting'].includes(placeStateOf(place, now));

function ownPlace(place: WaitingPlace, known: KnownRoom, now: Instant): OwnPlace {
  const { room, pace, opensAt, gathered, waiting } = known;
  const state = placeStateOf(place, now);
  const ahead = state === 'waiting' && place.rank !== null ? aheadOf(place.rank, room.admittedTo) : null;
  const people = Math.max(gathered, waiting);
  const untilOpening = opensAt === null ? Number.POSITIVE_INFINITY : opensAt - now;
  return {
    state,
    number: place.number,
    ahead,
    minutes: ahead === null || room.isPaused ? null : minutesUntilTurn(ahead, pace, now),
    until: state === 'turn' ? place.until : null,
    pauseSeconds: pauseSeconds({ state, ahead: ahead ?? 0, people, untilOpening }),
  };
}
