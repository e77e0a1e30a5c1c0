import { eq } from 'drizzle-orm';
import { timesOf } from '#modules/events/index.ts';
import { transferSettings } from './schema.ts';

/** Until when places may be passed on moves with the event; offers that are open keep their time. */
export const transferTimes = timesOf(transferSettings, {
  kind: 'transfers',
  key: transferSettings.eventId,
  rows: (_, eventId) => eq(transferSettings.eventId, eventId),
  fields: { until: 'day' },
  historyNames: { until: 'transferUntil' },
});
