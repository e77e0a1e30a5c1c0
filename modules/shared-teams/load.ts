import { loadEvent } from '#modules/events/index.ts';
import { mayTouch, type Permission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { placesOf, teamOf } from './read-teams.ts';
import { refuse } from './rules/problems.ts';
import type { SharedTeam } from './schema.ts';

type Call<Params> = { deps: Pick<Deps, 'read'>; viewer: Viewer; may: Permission; params: Params };

/** Loader of routes: a team whose captain is the viewer. @throws Problem NOT_FOUND */
export async function loadOwnTeam({ deps, viewer, may, params }: Call<{ sharedTeamId: number }>): Promise<SharedTeam> {
  const team = await teamOf(deps.read, params.sharedTeamId);
  return team.userId !== null && mayTouch(may, viewer, { userId: team.userId }) ? team : refuse('NOT_FOUND');
}

/** Loader of routes: a place of a team whose captain is the viewer. @throws Problem NOT_FOUND */
export async function loadOwnPlace(
  call: Call<{ sharedTeamId: number; placeId: number }>,
): Promise<{ team: SharedTeam; placeId: number }> {
  const team = await loadOwnTeam(call);
  const { placeId } = call.params;
  const isThere = (await placesOf(call.deps.read, team.id)).some(({ id }) => id === placeId);
  return isThere ? { team, placeId } : refuse('NOT_FOUND');
}

/** Loader of routes: a team of an event that the viewer manages. @throws Problem NOT_FOUND */
export async function loadManagedTeam(call: Call<{ eventId: number; sharedTeamId: number }>): Promise<SharedTeam> {
  const eventId = await loadEvent(call);
  const team = await teamOf(call.deps.read, call.params.sharedTeamId);
  return team.eventId === eventId ? team : refuse('NOT_FOUND');
}
