import { and, eq, isNull } from 'drizzle-orm';
import { timesOf } from '#modules/events/index.ts';
import { lotteries } from './schema.ts';

/** A planned lottery moves with its event; `tell.ts` tells the people who entered. */
export const lotteryTimes = timesOf(lotteries, {
  kind: 'lottery',
  key: lotteries.id,
  rows: (_, eventId) => and(eq(lotteries.eventId, eventId), isNull(lotteries.drawnAt), isNull(lotteries.calledOffAt)),
  fields: { entersFrom: 'day', drawsAt: 'day' },
  pastStays: true,
  staysAhead: 'drawsAt',
});
