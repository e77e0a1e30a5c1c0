import { and, eq, isNull, sql } from 'drizzle-orm';
import { countAtOnce, type Limit } from '#src/data/limits.ts';
import type { Work } from '#src/data/work.ts';
import { days, hours, toIsoOrNull } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { admit, advanceRoom, nextRank } from './advance-room.ts';
import { noteHeard, writeSeen } from './presence.ts';
import { placeOf, readRoom, type Waiter } from './read-room.ts';
import { forgetCachedRoom } from './room-cache.ts';
import { refuse } from './rules/problems.ts';
import { placeStateOf } from './rules/room.ts';
import { waitingPlaces, waitingRooms } from './schema.ts';

/** For guests only: a verified account has one place on all its devices. */
const ofNetwork: Limit = { name: 'waiting-places', most: 200, windowMs: hours(1), per: 'address' };
const ofAddress: Limit = { name: 'waiting-places-of', most: 5, windowMs: days(1), per: 'account' };

export type Joining = { eventId: number; waiter: Waiter; clientAddress: string; limitFactor: number };

/**
 * Joins the draw before the opening, the end of the queue after it. A used or missed turn is replaced by a new place.
 * @throws Problem WAITING_ROOM_IS_OFF, WAITING_ROOM_NOT_OPEN with `details.opensAt`, TOO_MANY_REQUESTS
 */
async function joinRoom(work: Work, joining: Joining): Promise<void> {
  const { eventId, waiter } = joining;
  const { tx, now } = work;
  await noteHeard(work, eventId);
  // Visitors who were present at the opening come before new ones.
  await advanceRoom(work, eventId);
  const known = await readRoom(tx, eventId, now);
  if (!known || known.room.endedAt !== null) return refuse('WAITING_ROOM_IS_OFF');
  if (known.phase === 'ahead') return refuse('WAITING_ROOM_NOT_OPEN', { opensAt: toIsoOrNull(known.opensAt) });
  const own = await placeOf(tx, eventId, waiter, now);
  const state = own && placeStateOf(own, now);
  if (own && state !== 'over' && state !== 'booked') {
    await tx.update(waitingPlaces).set({ seenAt: now }).where(eq(waitingPlaces.id, own.id));
    return;
  }
  if (waiter.level !== 'verified') await countGuest(work, joining);
  const place = {
    number: await nextNumber(work, eventId),
    rank: await nextRank(work, eventId),
    joinedAt: now,
    seenAt: now,
    admittedAt: null,
    until: null,
    bookedAt: null,
  };
  const userId = waiter.level === 'verified' ? waiter.userId : null;
  if (own) await tx.update(waitingPlaces).set(place).where(eq(waitingPlaces.id, own.id));
  else await tx.insert(waitingPlaces).values({ ...place, eventId, visitId: waiter.visitId, userId });
  await admit(work, { eventId });
}

/** Visits are free to create, so guests are limited per network and per typed address. */
const countGuest = (work: Work, { eventId, waiter, clientAddress, limitFactor }: Joining): Promise<void> =>
  countAtOnce(
    work,
    [
      { limit: ofNetwork, key: clientAddress, reason: 'waitingRoomNetwork' },
      ...(limitFactor > 0
        ? [{ limit: ofAddress, key: `${eventId}|${waiter.userId}`, reason: 'waitingRoomAddress' }]
        : []),
    ],
    limitFactor,
  );

async function nextNumber({ tx }: Work, eventId: number): Promise<number> {
  const [given] = await tx
    .update(waitingRooms)
    .set({ lastNumber: sql`last_number + 1` })
    .where(and(eq(waitingRooms.eventId, eventId), isNull(waitingRooms.endedAt)))
    .returning({ number: waitingRooms.lastNumber });
  return given?.number ?? refuse('WAITING_ROOM_IS_OFF');
}

export async function leaveRoom({ tx }: Work, place: { id: number }): Promise<void> {
  await tx.delete(waitingPlaces).where(and(eq(waitingPlaces.id, place.id), isNull(waitingPlaces.bookedAt)));
}

type Call = { deps: Pick<Deps, 'write' | 'config'>; viewer: Waiter; clientAddress: string };

/** Stores pending presence first, because joining may run the draw. Throws the problems of `joinRoom`. */
export async function enterRoom({ deps, viewer: waiter, clientAddress }: Call, eventId: number): Promise<void> {
  const { limitFactor } = deps.config;
  await writeSeen(deps);
  await deps.write((work) => joinRoom(work, { eventId, waiter, clientAddress, limitFactor }));
  forgetCachedRoom(deps, eventId);
}
