import { and, asc, count, eq, notInArray } from 'drizzle-orm';
import { organizerById } from '#modules/organizers/index.ts';
import type { Reader, Tx } from '#src/platform/database.ts';
import type { Work } from '#src/platform/work.ts';
import { refuse } from '../rules/problems.ts';
import { eventOrganizers, events } from '../schema.ts';
import { touchEvent } from './change-event.ts';

export type OrganizerEvent = { id: number; title: string; startTimestamp: number; isMain: boolean };

/** @throws Problem NOT_FOUND without such an organizer. */
export async function eventsOfOrganizer(reader: Reader | Tx, organizerId: number): Promise<OrganizerEvent[]> {
  await requireOrganizer(reader, organizerId);
  return reader
    .select({
      id: events.id,
      title: events.title,
      startTimestamp: events.startTimestamp,
      isMain: eventOrganizers.isMain,
    })
    .from(eventOrganizers)
    .innerJoin(events, eq(events.id, eventOrganizers.eventId))
    .where(eq(eventOrganizers.organizerId, organizerId))
    .orderBy(asc(events.startTimestamp), asc(events.id));
}

/** Events that are not this organizer's yet. */
export async function eventsAvailableFor(reader: Reader | Tx, organizerId: number): Promise<OrganizerEvent[]> {
  const own = (await eventsOfOrganizer(reader, organizerId)).map(({ id }) => id);
  const rows = await reader
    .select({ id: events.id, title: events.title, startTimestamp: events.startTimestamp })
    .from(events)
    .where(notInArray(events.id, own))
    .orderBy(asc(events.startTimestamp), asc(events.id));
  return rows.map((row) => ({ ...row, isMain: false }));
}

/** @throws Problem CANT_REMOVE_ORGANIZER_IS_LAST for the only one. When the main one goes, the oldest other follows. */
export async function removeOrganizer(work: Work, eventId: number, organizerId: number): Promise<void> {
  const [total] = await work.tx
    .select({ organizers: count() })
    .from(eventOrganizers)
    .where(eq(eventOrganizers.eventId, eventId));
  const [role] = await work.tx
    .select({ isMain: eventOrganizers.isMain })
    .from(eventOrganizers)
    .where(and(eq(eventOrganizers.eventId, eventId), eq(eventOrganizers.organizerId, organizerId)));
  if (!role) return refuse('NOT_FOUND');
  if ((total?.organizers ?? 0) <= 1) refuse('CANT_REMOVE_ORGANIZER_IS_LAST');
  await work.tx
    .delete(eventOrganizers)
    .where(and(eq(eventOrganizers.eventId, eventId), eq(eventOrganizers.organizerId, organizerId)));
  if (role.isMain) {
    const [next] = await work.tx
      .select({ id: eventOrganizers.organizerId })
      .from(eventOrganizers)
      .where(eq(eventOrganizers.eventId, eventId))
      .orderBy(asc(eventOrganizers.organizerId))
      .limit(1);
    if (next) await setMainOrganizer(work, eventId, next.id);
  }
  await touchEvent(work, eventId);
}

/** One main organizer per event. */
export async function setMainOrganizer(work: Work, eventId: number, organizerId: number): Promise<void> {
  await work.tx.update(eventOrganizers).set({ isMain: false }).where(eq(eventOrganizers.eventId, eventId));
  const changed = await work.tx
    .update(eventOrganizers)
    .set({ isMain: true })
    .where(and(eq(eventOrganizers.eventId, eventId), eq(eventOrganizers.organizerId, organizerId)))
    .returning({ eventId: eventOrganizers.eventId });
  if (changed.length === 0) refuse('NOT_FOUND');
  await touchEvent(work, eventId);
}

async function requireOrganizer(reader: Reader | Tx, organizerId: number): Promise<void> {
  if (!(await organizerById(reader, organizerId))) refuse('NOT_FOUND');
}
