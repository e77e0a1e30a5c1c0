import { and, asc, desc, eq, gte } from 'drizzle-orm';
import type { Person } from '#src/access/permissions.ts';
import type { Reader } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';
import { events } from '../schema.ts';
import { managedBy } from './event-role.ts';

/** The events to come that somebody sets up, or that go on now, the next first; each as it is by now. */
export async function nextEventsOf(
  reader: Reader,
  viewer: Person,
  now: Instant,
  most: number,
): Promise<{ id: number; version: number }[]> {
  const { id, version, startTimestamp, endTimestamp } = events;
  return await reader
    .select({ id, version })
    .from(events)
    .where(and(managedBy(viewer, 'event.change'), gte(endTimestamp, now)))
    .orderBy(asc(startTimestamp), asc(id))
    .limit(most);
}

/** The zones that events are in. */
export async function timeZonesOf(reader: Reader): Promise<string[]> {
  const rows = await reader.selectDistinct({ timeZone: events.timeZone }).from(events);
  return rows.map(({ timeZone }) => timeZone);
}

/**
 * The event that somebody looks after and that comes next or goes on now, one that is not called off before others; when
 * none is to come, the last one. null: they look after none.
 */
export async function nextEventOf(reader: Reader, viewer: Person, now: Instant): Promise<number | null> {
  const managed = managedBy(viewer, 'event.read');
  const { id, canceled, startTimestamp, endTimestamp } = events;
  const first = async (isToCome: boolean) => {
    const [row] = await reader
      .select({ id })
      .from(events)
      .where(isToCome ? and(managed, gte(endTimestamp, now), eq(canceled, false)) : managed)
      .orderBy(isToCome ? asc(startTimestamp) : desc(startTimestamp), asc(id))
      .limit(1);
    return row?.id ?? null;
  };
  return (await first(true)) ?? (await first(false));
}
