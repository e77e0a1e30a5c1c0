import { eq } from 'drizzle-orm';
import { timesOf } from '#modules/events/index.ts';
import { raceResultSettings } from './schema.ts';

/** The stop date shifts with the event. */
export const timingTimes = timesOf(raceResultSettings, {
  kind: 'timing',
  key: raceResultSettings.eventId,
  rows: (_, eventId) => eq(raceResultSettings.eventId, eventId),
  title: () => 'RACE RESULT',
  fields: { syncStopDate: 'day' },
  historyNames: { syncStopDate: 'timing.syncStopDate' },
});
