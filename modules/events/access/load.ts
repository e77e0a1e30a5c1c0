import type { Permission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { eventIdOf } from '../read-catalog.ts';
import { eventIdsOf, requireEventRole } from './event-role.ts';

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
