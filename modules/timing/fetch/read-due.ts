import { and, eq, lte, sql } from 'drizzle-orm';
import { events } from '#modules/events/schema.ts';
import type { Reader } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';
import { raceResultFetches } from '../schema.ts';

export async function dueFetches(
  reader: Reader,
  now: Instant,
  most: number,
): Promise<{ eventId: number; begins: Instant; ends: Instant }[]> {
  return await reader
    .select({ eventId: raceResultFetches.eventId, begins: events.startTimestamp, ends: events.endTimestamp })
    .from(raceResultFetches)
    .innerJoin(events, eq(events.id, raceResultFetches.eventId))
    // Matches the index.
    .where(and(sql`next_at is not null`, lte(raceResultFetches.nextAt, now)))
    .limit(most);
}
