import type { Deps } from '#src/platform/deps.ts';
import type { Permission } from '#src/platform/permissions.ts';
import type { Viewer } from '#src/platform/viewer.ts';
import { eventIdOf } from '../read-catalog.ts';
import { eventIdsOf, requireEventRole } from './event-role.ts';

/** Loaders of routes: which event it is about, if the caller manages it. */

type Call = { deps: Pick<Deps, 'read'>; viewer: Viewer };
type NamesEvent = Call & { params: { eventId: number | string } };

/** Nothing is named, or in the body alone: the events that the caller manages, for the verb to hold it against. */
export const loadManagedEvents = ({ deps, viewer }: Call): Promise<number[] | 'all'> => eventIdsOf(deps.read, viewer);

/**
 * The event's number, which the address names by itself or by a shortlink.
 * @throws Problem NOT_FOUND for somebody else's event
 */
export const loadEvent = (call: NamesEvent): Promise<number> => loadEventFor('event.change', call);

/** The same for whoever lets people in there. @throws Problem NOT_FOUND */
export const loadGateEvent = (call: NamesEvent): Promise<number> => loadEventFor('ticket.scan', call);

/** Nothing is named, or in the body alone: the events at whose gates the caller may stand. */
export const loadGateEvents = ({ deps, viewer }: Call): Promise<number[] | 'all'> =>
  eventIdsOf(deps.read, viewer, 'ticket.scan');

/** The same for whoever may do what `may` names. @throws Problem NOT_FOUND */
export async function loadEventFor(
  may: Permission,
  { deps, viewer, params: { eventId: named } }: NamesEvent,
): Promise<number> {
  const eventId = typeof named === 'string' ? await eventIdOf(deps.read, named) : named;
  await requireEventRole(deps.read, viewer, eventId, may);
  return eventId;
}
