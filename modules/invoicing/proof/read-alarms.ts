import { asc, gt } from 'drizzle-orm';
import { eventMoneySums } from '#modules/payments/schema.ts';
import type { Reader } from '#src/data/database.ts';
import { proofAlarms } from '../schema.ts';

export const eventsWithMoney = (reader: Reader, after: number): PromiseLike<{ eventId: number }[]> =>
  reader
    .select({ eventId: eventMoneySums.eventId })
    .from(eventMoneySums)
    .where(gt(eventMoneySums.eventId, after))
    .orderBy(asc(eventMoneySums.eventId))
    .limit(200);

export type ProofAlarm = typeof proofAlarms.$inferSelect;
export const proofAlarmsNow = (reader: Reader): Promise<ProofAlarm[]> =>
  reader.select().from(proofAlarms).orderBy(asc(proofAlarms.eventId));
