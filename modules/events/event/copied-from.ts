import { and, eq, lt } from 'drizzle-orm';
import type { Person } from '#src/access/permissions.ts';
import type { Reader } from '#src/data/database.ts';
import { managedBy } from '../access/event-role.ts';
import type { ManagedEvent } from '../access/read-managed.ts';
import type { CatalogEvent } from '../rules/catalog.ts';
import { eventCopies, events } from '../schema.ts';

/** The earlier event that this one was made like, when the person looks after that one too; else null. */
export async function copiedFrom(
  reader: Reader,
  viewer: Person,
  event: Pick<CatalogEvent, 'id' | 'startTimestamp'>,
): Promise<ManagedEvent | null> {
  const { id, title, startTimestamp, endTimestamp, timeZone } = events;
  const [row] = await reader
    .select({ id, title, startTimestamp, endTimestamp, timeZone })
    .from(eventCopies)
    .innerJoin(events, eq(events.id, eventCopies.fromId))
    .where(
      and(eq(eventCopies.eventId, event.id), lt(startTimestamp, event.startTimestamp), managedBy(viewer, 'event.read')),
    );
  return row ?? null;
}
