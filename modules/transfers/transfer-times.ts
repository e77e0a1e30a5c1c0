import { eq } from 'drizzle-orm';
import { timesOf } from '#modules/events/index.ts';
import { transferSettings } from './schema.ts';

/** The transfer deadline moves with the event; open offers keep theirs. */
export const transferTimes = timesOf(transferSettings, {
  kind: 'transfers',
  key: transferSettings.eventId,
  rows: (_, eventId) => eq(transferSettings.eventId, eventId),
  fields: { until: 'day' },
  historyNames: { until: 'transferUntil' },
});
