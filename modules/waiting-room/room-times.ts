import { and, eq, isNull } from 'drizzle-orm';
import { timesOf } from '#modules/events/index.ts';
import { waitingRooms } from './schema.ts';

/** The times of an active room shift with its event. */
export const waitingRoomTimes = timesOf(waitingRooms, {
  kind: 'waitingRoom',
  key: waitingRooms.eventId,
  rows: (_, eventId) => and(eq(waitingRooms.eventId, eventId), isNull(waitingRooms.endedAt)),
  fields: { beginsAt: 'day', keepUntil: 'day' },
  pastStays: true,
});
