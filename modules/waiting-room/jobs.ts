import { and, eq, gt, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import { visitEnded } from '#modules/accounts/rules/facts.ts';
import { addEventEntries, catalogOf, releasePlaces, timesOf } from '#modules/events/index.ts';
import { type FactHandler, onFact } from '#src/data/facts.ts';
import type { Job } from '#src/data/jobs.ts';
import type { Work } from '#src/data/work.ts';
import { hours, instant, seconds } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { advanceRoom } from './advance-room.ts';
import { writeSeen } from './presence.ts';
import { readRoom } from './read-room.ts';
import { forgetCachedRoom } from './room-cache.ts';
import { lostAfter, quietAfterOpening } from './rules/room.ts';
import { endRoom } from './save-room.ts';
import { waitingPlaces, waitingRooms } from './schema.ts';

/** Advances rooms that no visitor polls (see `room-cache.ts`), and ends rooms without waiting visitors. */
export const advanceRoomsJob = (deps: Pick<Deps, 'read' | 'write'>): Job => ({
  name: 'waiting-rooms',
  endsByClock: true,
  everyMs: seconds(5),
  async run() {
    const running = await deps.read
      .select({ eventId: waitingRooms.eventId })
      .from(waitingRooms)
      .where(isNull(waitingRooms.endedAt));
    if (running.length > 0) await writeSeen(deps);
    for (const { eventId } of running) {
      await deps.write((work) => advanceRoom(work, eventId));
      await deps.write((work) => releaseMissedTurns(work, eventId));
      if (await deps.write((work) => endQuietRoom(work, eventId))) forgetCachedRoom(deps, eventId);
    }
    return false;
  },
});

/** After a missed turn the visitor cannot buy the places held for it, so they are released. */
async function releaseMissedTurns(work: Work, eventId: number): Promise<void> {
  const { tx, now } = work;
  const catalog = await catalogOf(tx, eventId);
  if (!catalog?.event.waitingRoom || catalog.event.placeHoldMinutes === null) return;
  const over = await tx
    .select({ visitId: waitingPlaces.visitId })
    .from(waitingPlaces)
    .where(
      and(
        eq(waitingPlaces.eventId, eventId),
        gt(waitingPlaces.admittedAt, instant(now - hours(2))),
        lte(waitingPlaces.until, now),
        isNull(waitingPlaces.bookedAt),
        sql`exists (select 1 from place_holds h where h.visit_id = waiting_places.visit_id and h.event_id = ${eventId} and h.quantity > 0)`,
      ),
    );
  for (const { visitId } of over) await releasePlaces(work, visitId, eventId);
}

/**
 * Ends a room without waiting visitors, but not right after its opening and not before the time set by the organizer.
 */
async function endQuietRoom(work: Work, eventId: number): Promise<boolean> {
  const { tx, now } = work;
  const known = await readRoom(tx, eventId, now);
  if (!known || known.room.endedAt !== null) return false;
  const { room, waiting, catalog } = known;
  const { event } = catalog;
  const isQuiet =
    room.drawnAt !== null &&
    now >= room.drawnAt + quietAfterOpening &&
    (room.keepUntil === null || now >= room.keepUntil) &&
    !room.isPaused &&
    waiting === 0 &&
    known.pace.active < room.mostAtOnce;
  if (!isQuiet && event.endTimestamp >= now) return false;
  if (!(await endRoom(work, eventId))) return false;
  await addEventEntries(work, { userId: room.editorId }, eventId, [
    {
      kind: 'waitingRoom',
      action: 'changed',
      recordId: eventId,
      name: event.title,
      changes: [{ field: 'endedByItself', before: null, after: true }],
    },
  ]);
  return true;
}

/** Deletes the places of visitors who left for good, and all places of ended rooms. */
export const forgetPlacesJob = ({ write }: Pick<Deps, 'write'>): Job => ({
  name: 'forget-waiting-places',
  endsByClock: true,
  everyMs: hours(1) / 12,
  async run() {
    await write(forgetPlaces);
    return false;
  },
});

/** How long a place still answers after the end of its room. */
const retainedAfterEndMs = hours(1);

async function forgetPlaces({ tx, now }: Work): Promise<void> {
  const isLost = and(
    isNotNull(waitingPlaces.rank),
    isNull(waitingPlaces.admittedAt),
    lt(waitingPlaces.seenAt, instant(now - lostAfter)),
  );
  const rooms = await tx.select({ eventId: waitingRooms.eventId, endedAt: waitingRooms.endedAt }).from(waitingRooms);
  for (const { eventId, endedAt } of rooms) {
    const ofRoom = eq(waitingPlaces.eventId, eventId);
    if (endedAt === null) await tx.delete(waitingPlaces).where(and(ofRoom, isLost));
    else if (endedAt < now - retainedAfterEndMs) await tx.delete(waitingPlaces).where(ofRoom);
  }
}

/** Deletes the places of a visit that has ended. */
export const waitingRoomHandlers: readonly FactHandler[] = [
  onFact(visitEnded, 'waiting-room.forget', async ({ tx }, { visitId }) => {
    // The place of an account is valid on all its devices.
    await tx.delete(waitingPlaces).where(and(eq(waitingPlaces.visitId, visitId), isNull(waitingPlaces.userId)));
  }),
];

/** After a clock change: a turn lasts an hour at most. */
export const turnTimes = [
  {
    what: 'turns of waiting rooms',
    heal: ({ tx, now }: Pick<Work, 'tx' | 'now'>) =>
      tx
        .update(waitingPlaces)
        .set({ until: now, admittedAt: sql`min(admitted_at, ${now})` })
        .where(sql`until > ${now + hours(2)}`),
  },
];

/** The times of an active room shift with its event. */
export const waitingRoomTimes = timesOf(waitingRooms, {
  kind: 'waitingRoom',
  key: waitingRooms.eventId,
  rows: (_, eventId) => and(eq(waitingRooms.eventId, eventId), isNull(waitingRooms.endedAt)),
  fields: { beginsAt: 'day', keepUntil: 'day' },
  pastStays: true,
});
