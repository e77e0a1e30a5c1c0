import { mayTouch, organizersFor, type Person } from '#src/access/permissions.ts';
import { refuse } from '../rules/problems.ts';

/**
 * The organizer that a new event gets: the one named, else the first that the person works for. A super admin may make
 * an event that has none yet.
 * @throws Problem NOT_FOUND when it is another's.
 */
export function organizerFor(viewer: Person, organizerId: number | undefined): number | undefined {
  if (organizerId === undefined) return organizersFor('event.change', viewer)[0];
  return mayTouch('event.change', viewer, { organizerIds: [organizerId] }) ? organizerId : refuse('NOT_FOUND');
}
