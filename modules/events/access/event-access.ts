import { asc, eq, type Placeholder, type SQL, sql } from 'drizzle-orm';
import { mayTouch, organizersFor, type Permission, type Person } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { prepared } from '#src/data/prepared.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { eventIdOf } from '../read-catalog.ts';
import { refuse } from '../rules/problems.ts';
import { eventOrganizers, events } from '../schema.ts';

const organizersOf = prepared((reader) =>
  reader
    .select({ organizerId: eventOrganizers.organizerId })
    .from(events)
    .leftJoin(eventOrganizers, eq(eventOrganizers.eventId, events.id))
    .where(eq(events.id, sql.placeholder('eventId'))),
);

/**
 * The person may do what `may` names with this event, as the permission table says of records `whose: 'events'`.
 * @throws Problem NOT_FOUND otherwise, for what is another's looks like what is not there.
 */
export async function requireEventRole(
  reader: Reader | Tx,
  viewer: Person,
  eventId: number,
  may: Permission,
): Promise<void> {
  const found = await organizersOf(reader).all({ eventId });
  const organizerIds = found.flatMap(({ organizerId }) => organizerId ?? []);
  if (found.length === 0 || !mayTouch(may, viewer, { organizerIds })) refuse('NOT_FOUND');
}

/** The organizers with whose events this person may do what `may` names. */
export function managedOrganizers(viewer: Person, may: Permission): readonly number[] | 'all' {
  if (mayTouch(may, viewer, { organizerIds: [] })) return 'all';
  const organizerIds = organizersFor(may, viewer);
  return mayTouch(may, viewer, { organizerIds }) ? [...organizerIds] : [];
}

/**
 * The events with which this person may do what `may` names, as a condition on `events`: undefined for all of them. A list of ids would be
 * long for somebody who looks after thousands.
 */
export function managedBy(viewer: Person, may: Permission): SQL | undefined {
  const organizerIds = managedOrganizers(viewer, may);
  if (organizerIds === 'all') return undefined;
  return organizerIds.length === 0 ? sql`0` : ofOrganizers(JSON.stringify(organizerIds));
}

/** `organizerIds`: a JSON list of them, or a placeholder for one. */
export const ofOrganizers = (organizerIds: string | Placeholder): SQL =>
  sql`${events.id} in (select ${eventOrganizers.eventId} from ${eventOrganizers} where ${eventOrganizers.organizerId} in (select value from json_each(${organizerIds})))`;

/** The events with which this person may do what `may` names. */
export async function eventIdsOf(reader: Reader | Tx, viewer: Person, may: Permission): Promise<number[] | 'all'> {
  const managed = managedBy(viewer, may);
  if (!managed) return 'all';
  const found = await reader.select({ id: events.id }).from(events).where(managed).orderBy(asc(events.id));
  return found.map(({ id }) => id);
}

/** Loaders of routes: which event it is about, if the caller may do with it what the route's own line names. */

type Call = { deps: Pick<Deps, 'read'>; viewer: Viewer; may: Permission };
type NamesEvent = Call & { params: { eventId: number | string } };

/** Nothing is named, or in the body alone: the events of that line, for the verb to hold it against. */
export const loadManagedEvents = ({ deps, viewer, may }: Call): Promise<number[] | 'all'> =>
  eventIdsOf(deps.read, viewer, may);

/**
 * The event's number, which the address names by itself or by a shortlink.
 * @throws Problem NOT_FOUND for somebody else's event
 */
export async function loadEvent({ deps, viewer, may, params: { eventId: named } }: NamesEvent): Promise<number> {
  const eventId = typeof named === 'string' ? await eventIdOf(deps.read, named) : named;
  await requireEventRole(deps.read, viewer, eventId, may);
  return eventId;
}
