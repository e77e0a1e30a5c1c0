import { and, asc, eq, gte } from 'drizzle-orm';
import { events } from '#modules/events/schema.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Reader, Tx } from '#src/platform/database.ts';
import { settlements } from './schema.ts';

/** When the settlement of an event was closed: the first one after its end. Those in between settle what came until then. */
export async function settlementClosedAt(reader: Reader | Tx, eventId: number): Promise<Instant | null> {
  const [closed] = await reader
    .select({ until: settlements.until })
    .from(settlements)
    .innerJoin(events, eq(events.id, settlements.eventId))
    .where(and(eq(settlements.eventId, eventId), gte(settlements.until, events.endTimestamp)))
    .orderBy(asc(settlements.number))
    .limit(1);
  return closed?.until ?? null;
}
