import { desc } from 'drizzle-orm';
import type { Reader, Tx } from '#src/platform/database.ts';
import type { Person } from '#src/platform/permissions.ts';
import { events } from '../schema.ts';
import { managedBy } from './event-role.ts';

export type ManagedEvent = {
  id: number;
  title: string;
  startTimestamp: number;
  endTimestamp: number;
  timeZone: string;
};

/** The events that somebody looks after, by name and date, the latest first: for choosing one. One statement. */
export async function managedEvents(reader: Reader | Tx, viewer: Person): Promise<ManagedEvent[]> {
  return reader
    .select({
      id: events.id,
      title: events.title,
      startTimestamp: events.startTimestamp,
      endTimestamp: events.endTimestamp,
      timeZone: events.timeZone,
    })
    .from(events)
    .where(managedBy(viewer))
    .orderBy(desc(events.startTimestamp), desc(events.id));
}
