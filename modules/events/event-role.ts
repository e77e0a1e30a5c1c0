import { and, asc, eq, inArray } from 'drizzle-orm';
import type { Reader, Tx } from '#src/platform/database.ts';
import type { Viewer } from '#src/platform/http.ts';
import { refuse } from './rules/problems.ts';
import { eventOrganizers, events } from './schema.ts';

type Person = Pick<Viewer, 'level' | 'isSuperAdmin' | 'organizerIds'>;

/**
 * The person manages this event: a super admin, or somebody of one of its organizers, with a proven mailbox.
 * @throws Problem NOT_FOUND otherwise, for what is another's looks like what is not there.
 */
export async function requireEventRole(reader: Reader | Tx, viewer: Person, eventId: number): Promise<void> {
  if (viewer.level !== 'verified') return refuse('NOT_FOUND');
  const found = viewer.isSuperAdmin
    ? await reader.select({ id: events.id }).from(events).where(eq(events.id, eventId))
    : viewer.organizerIds.length === 0
      ? []
      : await reader
          .select({ id: eventOrganizers.eventId })
          .from(eventOrganizers)
          .where(
            and(eq(eventOrganizers.eventId, eventId), inArray(eventOrganizers.organizerId, [...viewer.organizerIds])),
          )
          .limit(1);
  if (found.length === 0) refuse('NOT_FOUND');
}

/** The events that this person manages. */
export async function eventIdsOf(reader: Reader | Tx, viewer: Person): Promise<number[] | 'all'> {
  if (viewer.level !== 'verified') return [];
  if (viewer.isSuperAdmin) return 'all';
  if (viewer.organizerIds.length === 0) return [];
  const found = await reader
    .selectDistinct({ id: eventOrganizers.eventId })
    .from(eventOrganizers)
    .where(inArray(eventOrganizers.organizerId, [...viewer.organizerIds]))
    .orderBy(asc(eventOrganizers.eventId));
  return found.map(({ id }) => id);
}
