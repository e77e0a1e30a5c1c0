import { and, eq, inArray, isNull, lte, or } from 'drizzle-orm';
import { closeHold, heldPlaces, releaseHold } from '#modules/events/index.ts';
import type { Work } from '#src/data/work.ts';
import { plus } from '#src/kernel/time.ts';
import { placesOf, teamOf } from './read-teams.ts';
import { refuse } from './rules/problems.ts';
import { claimTime, isLive } from './rules/team-state.ts';
import { sharedTeamPlaces, type TeamPlace } from './schema.ts';
import { keyOf, type RefundDeps, settleTeam } from './settle-team.ts';

/** `captain`: any places not claimed by a visit, even reserved ones. */
export type Taking = { by: 'invited'; placeId: number } | { by: 'link' } | { by: 'captain'; count: number };

const isMeant = (place: TeamPlace, taking: Taking): boolean =>
  taking.by === 'captain' || (taking.by === 'link' ? place.email === null : place.id === taking.placeId);

/**
 * Opens places of a team for a visit, which orders them in the ordinary booking; exclusive for an hour. A visit holds
 * places of one team per competition; taking again keeps those it has.
 * @throws Problem SHARED_TEAM_OVER, SHARED_TEAM_NO_PLACES
 */
export async function takePlaces(
  deps: RefundDeps,
  work: Work,
  teamId: number,
  { visitId, taking }: { visitId: string; taking: Taking },
): Promise<void> {
  const { tx, now } = work;
  await settleTeam(deps, work, teamId);
  const team = await teamOf(tx, teamId);
  if (!isLive(team.state)) return refuse('SHARED_TEAM_OVER');
  const wanted = taking.by === 'captain' ? taking.count : 1;
  const places = await placesOf(tx, teamId);
  const holds = await heldPlaces(tx, places.map(keyOf));
  const isFree = ({ claimedBy, claimedUntil }: TeamPlace) =>
    claimedBy === null || claimedBy === visitId || (claimedUntil ?? now) <= now;
  const free = places
    .filter((place) => {
      const hold = holds.get(keyOf(place));
      return hold !== undefined && hold.quantity > 0 && hold.until > now && isFree(place) && isMeant(place, taking);
    })
    .sort(
      (a, b) =>
        Number(b.claimedBy === visitId) - Number(a.claimedBy === visitId) ||
        Number(a.email !== null) - Number(b.email !== null),
    )
    .slice(0, wanted);
  if (wanted < 1 || free.length < wanted) return refuse('SHARED_TEAM_NO_PLACES');
  await closeHold(work, team.competitionId, visitId);
  await tx
    .update(sharedTeamPlaces)
    .set({ claimedBy: null, claimedUntil: null })
    .where(eq(sharedTeamPlaces.claimedBy, visitId));
  const ids = free.map(({ id }) => id);
  const taken = await tx
    .update(sharedTeamPlaces)
    .set({ claimedBy: visitId, claimedUntil: plus(now, claimTime) })
    .where(
      and(
        inArray(sharedTeamPlaces.id, ids),
        isNull(sharedTeamPlaces.participantId),
        or(isNull(sharedTeamPlaces.claimedBy), lte(sharedTeamPlaces.claimedUntil, now)),
      ),
    )
    .returning({ id: sharedTeamPlaces.id });
  if (taken.length < wanted) return refuse('SHARED_TEAM_NO_PLACES');
  for (const place of free)
    if (!(await releaseHold(work, keyOf(place), visitId))) return refuse('SHARED_TEAM_NO_PLACES');
}
