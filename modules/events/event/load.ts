import type { Deps, Viewer } from '#src/platform/http.ts';
import { eventIdOf } from '../read-catalog.ts';
import { eventIdOfRecord, type RecordKind } from '../records/stored.ts';
import { eventIdsOf, requireEventRole } from './event-role.ts';

/** Loaders of routes: which event it is about, if the caller manages it. */

type Named<Name extends string> = { deps: Pick<Deps, 'read'>; viewer: Viewer; params: Record<Name, number> };

/** Nothing is named, or in the body alone: the events that the caller manages, for the verb to hold it against. */
export const loadManagedEvents = ({ deps, viewer }: Omit<Named<never>, 'params'>): Promise<number[] | 'all'> =>
  eventIdsOf(deps.read, viewer);

/**
 * The event's number, which the address names by itself or by a shortlink.
 * @throws Problem NOT_FOUND for somebody else's event
 */
export async function loadEvent(call: {
  deps: Pick<Deps, 'read'>;
  viewer: Viewer;
  params: { eventId: number | string };
}): Promise<number> {
  const { eventId: named } = call.params;
  const eventId = typeof named === 'string' ? await eventIdOf(call.deps.read, named) : named;
  await requireEventRole(call.deps.read, call.viewer, eventId);
  return eventId;
}

/** The event of a record that the address names as `name`. */
export const loadEventOf =
  <Name extends string>(record: RecordKind, name: Name) =>
  async ({ deps, viewer, params }: Named<Name>): Promise<number> => {
    const eventId = await eventIdOfRecord(deps.read, record, params[name]);
    await requireEventRole(deps.read, viewer, eventId);
    return eventId;
  };
