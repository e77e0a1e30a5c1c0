import { and, asc, eq, gte, inArray } from 'drizzle-orm';
import { events } from '#modules/events/schema.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';
import { invoicesUntil } from './rules/refusal.ts';
import { settlements } from './schema.ts';

/** The first settlement after the event's end; earlier ones are partial. */
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

/** Events that get no more invoices: settled after their end, or ended too long ago. */
export async function invoicesOver(
  reader: Reader | Tx,
  of: readonly { id: number; endTimestamp: Instant }[],
  now: Instant,
): Promise<ReadonlySet<number>> {
  const ended = of.filter(({ endTimestamp }) => endTimestamp <= now);
  const [late, recent] = [
    ended.filter((event) => now > invoicesUntil(event)),
    ended.filter((event) => now <= invoicesUntil(event)),
  ].map((some) => some.map(({ id }) => id)) as [number[], number[]];
  if (recent.length === 0) return new Set(late);
  const settled = await reader
    .selectDistinct({ id: settlements.eventId })
    .from(settlements)
    .innerJoin(events, eq(events.id, settlements.eventId))
    .where(and(inArray(settlements.eventId, recent), gte(settlements.until, events.endTimestamp)));
  return new Set([...late, ...settled.map(({ id }) => id)]);
}
