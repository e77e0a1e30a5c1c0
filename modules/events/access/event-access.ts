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
 * @throws Problem NOT_FOUND unless the permission table grants `may` for this event. A foreign event looks like a
 * missing one.
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

export function managedOrganizers(viewer: Person, may: Permission): readonly number[] | 'all' {
  if (mayTouch(may, viewer, { organizerIds: [] })) return 'all';
  const organizerIds = organizersFor(may, viewer);
  return mayTouch(may, viewer, { organizerIds }) ? [...organizerIds] : [];
}

/**
 * The events with which this person may do what `may` names, as a condition on `events`; undefined: all events. A
 * subquery, since a list of ids could hold thousands.
 */
export function managedBy(viewer: Person, may: Permission): SQL | undefined {
  const organizerIds = managedOrganizers(viewer, may);
  if (organizerIds === 'all') return undefined;
  return organizerIds.length === 0 ? sql`0` : ofOrganizers(JSON.stringify(organizerIds));
}

/** `organizerIds`: a JSON list of them, or a placeholder for one. */
export const ofOrganizers = (organizerIds: string | Placeholder): SQL =>
  sql`${events.id} in (select ${eventOrganizers.eventId} from ${eventOrganizers} where ${eventOrganizers.organizerId} in (select value from json_each(${organizerIds})))`;

export async function eventIdsOf(reader: Reader | Tx, viewer: Person, may: Permission): Promise<number[] | 'all'> {
  const managed = managedBy(viewer, may);
  if (!managed) return 'all';
  const found = await reader.select({ id: events.id }).from(events).where(managed).orderBy(asc(events.id));
  return found.map(({ id }) => id);
}

type Call = { deps: Pick<Deps, 'read'>; viewer: Viewer; may: Permission };
type NamesEvent = Call & { params: { eventId: number | string } };

/** For routes that name no event, or name it in the body: the verb checks against this list. */
export const loadManagedEvents = ({ deps, viewer, may }: Call): Promise<number[] | 'all'> =>
  eventIdsOf(deps.read, viewer, may);

/** @throws Problem NOT_FOUND for another organizer's event */
export async function loadEvent({ deps, viewer, may, params: { eventId: named } }: NamesEvent): Promise<number> {
  const eventId = typeof named === 'string' ? await eventIdOf(deps.read, named) : named;
  await requireEventRole(deps.read, viewer, eventId, may);
  return eventId;
}
