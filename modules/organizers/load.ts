import { inArray } from 'drizzle-orm';
import { mayTouch, organizersFor, type Permission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { organizerById, organizersOf } from './read.ts';
import { organizers } from './schema.ts';
import type { Organizer } from './shapes.ts';

type NamesOrganizer = {
  deps: Pick<Deps, 'read'>;
  viewer: Viewer;
  may: Permission;
  params: { organizerId: number };
};

/** Loader of routes: the organizer that an address names, for whoever may do there what the route names. @throws Problem NOT_FOUND */
export async function loadOrganizer({
  deps,
  viewer,
  may,
  params: { organizerId },
}: NamesOrganizer): Promise<Organizer> {
  if (!mayTouch(may, viewer, { organizerIds: [organizerId] })) return refuse('NOT_FOUND');
  return (await organizerById(deps.read, organizerId)) ?? refuse('NOT_FOUND');
}

/** Nothing is named: those that the caller owns. */
export const loadOwnOrganizers = async ({ deps, viewer, may }: Omit<NamesOrganizer, 'params'>): Promise<Organizer[]> =>
  organizersOf(deps.read, inArray(organizers.id, organizersFor(may, viewer)));
