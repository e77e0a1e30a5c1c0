import type { Deps } from '#src/platform/deps.ts';
import type { Viewer } from '#src/platform/viewer.ts';
import { eventIdOf } from '../read-catalog.ts';
import { eventIdsOf, requireEventRole } from './event-role.ts';

/** Loaders of routes: which event it is about, if the caller manages it. */

type Call = { deps: Pick<Deps, 'read'>; viewer: Viewer };

/** Nothing is named, or in the body alone: the events that the caller manages, for the verb to hold it against. */
export const loadManagedEvents = ({ deps, viewer }: Call): Promise<number[] | 'all'> => eventIdsOf(deps.read, viewer);

/**
 * The event's number, which the address names by itself or by a shortlink.
 * @throws Problem NOT_FOUND for somebody else's event
 */
export async function loadEvent({
  deps,
  viewer,
  params: { eventId: named },
}: Call & { params: { eventId: number | string } }): Promise<number> {
  const eventId = typeof named === 'string' ? await eventIdOf(deps.read, named) : named;
  await requireEventRole(deps.read, viewer, eventId);
  return eventId;
}
