import { and, asc, desc, eq, getTableColumns, gte, not, or, sql } from 'drizzle-orm';
import type { Permission, Person } from '#src/access/permissions.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { prepared } from '#src/data/prepared.ts';
import type { Instant } from '#src/kernel/time.ts';
import { events } from '../schema.ts';
import { managedBy, managedOrganizers, ofOrganizers } from './event-access.ts';

const { id, title, startTimestamp, endTimestamp, timeZone } = getTableColumns(events);
const columns = { id, title, startTimestamp, endTimestamp, timeZone };
export type ManagedEvent = Pick<typeof events.$inferSelect, keyof typeof columns>;

const byDate = [desc(events.startTimestamp), desc(events.id)];
const allEvents = prepared((reader) =>
  reader
    .select(columns)
    .from(events)
    .orderBy(...byDate),
);
const eventsOfOrganizers = prepared((reader) =>
  reader
    .select(columns)
    .from(events)
    .where(ofOrganizers(sql.placeholder('organizerIds')))
    .orderBy(...byDate),
);

/** The events this person manages, latest first. One statement. */
export async function managedEvents(reader: Reader | Tx, viewer: Person, may: Permission): Promise<ManagedEvent[]> {
  const organizerIds = managedOrganizers(viewer, may);
  return organizerIds === 'all'
    ? allEvents(reader).all()
    : eventsOfOrganizers(reader).all({ organizerIds: JSON.stringify(organizerIds) });
}

const { visible, visibleViaLink, canceled, useAlternateTranslation, offerHours, teamDays, companyAccounts } =
  getTableColumns(events);
const switched = {
  ...columns,
  visible,
  visibleViaLink,
  canceled,
  useAlternateTranslation,
  offerHours,
  teamDays,
  companyAccounts,
};
export type SwitchedEvent = Pick<typeof events.$inferSelect, keyof typeof switched>;

/** Offered per list; the rest is found by search. */
const maxOffered = 6;

/** Events of the event switcher: `next` are public events to come, `others` hidden and past ones. */
export async function eventsToSwitch(
  reader: Reader | Tx,
  viewer: Person,
  now: Instant,
): Promise<{ next: SwitchedEvent[]; others: SwitchedEvent[] }> {
  const isNext = and(gte(events.endTimestamp, now), or(eq(events.visible, true), eq(events.visibleViaLink, true)));
  const managed = managedBy(viewer, 'event.read');
  const read = () => reader.select(switched).from(events);
  return {
    next: await read()
      .where(and(managed, isNext))
      .orderBy(asc(events.startTimestamp), asc(events.id))
      .limit(maxOffered),
    others: await read()
      .where(and(managed, isNext ? not(isNext) : undefined))
      .orderBy(desc(events.startTimestamp), desc(events.id))
      .limit(maxOffered),
  };
}

const organizerIds = sql<string>`(select json_group_array(organizer_id) from event_organizers where event_id = events.id)`;

/** Null when the viewer does not manage the event. */
export async function switchedEvent(
  reader: Reader | Tx,
  viewer: Person,
  eventId: number,
): Promise<(SwitchedEvent & { organizerIds: number[] }) | null> {
  const [found] = await reader
    .select({ ...switched, organizerIds })
    .from(events)
    .where(and(eq(events.id, eventId), managedBy(viewer, 'event.read')));
  return found ? { ...found, organizerIds: JSON.parse(found.organizerIds) } : null;
}

/** Current and upcoming events that the person may change, next first. */
export async function nextEventsOf(
  reader: Reader,
  viewer: Person,
  now: Instant,
  limit: number,
): Promise<{ id: number; version: number }[]> {
  const { id, version, startTimestamp, endTimestamp } = events;
  return await reader
    .select({ id, version })
    .from(events)
    .where(and(managedBy(viewer, 'event.change'), gte(endTimestamp, now)))
    .orderBy(asc(startTimestamp), asc(id))
    .limit(limit);
}

export async function timeZonesOf(reader: Reader): Promise<string[]> {
  const rows = await reader.selectDistinct({ timeZone: events.timeZone }).from(events);
  return rows.map(({ timeZone }) => timeZone);
}

/** The managed event that runs now or comes next, else the last one. Canceled events come last. */
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
