import { catalogOf, keptPlaces } from '#modules/events/index.ts';
import type { Catalog, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import type { Cents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Reader, Tx } from '#src/platform/database.ts';
import { legsOfEvent, membersOf, placesOf, type TeamMember } from './read-teams.ts';
import { refuse } from './rules/problems.ts';
import type { SharedTeam, TeamPlace } from './schema.ts';
import { keyOf } from './settle-team.ts';

/**
 * How a place is: `paid`, `ordered` and not paid yet, somebody is `entering` themselves, `invited`, `open` for whoever has
 * the link, or `gone`: it is not kept any more, since it was sold when somebody gave it back.
 */
export type PlaceState = 'paid' | 'ordered' | 'entering' | 'invited' | 'open' | 'gone';
export type ShownPlace = TeamPlace & { state: PlaceState; leg: string | null; member: TeamMember | null };
export type ShownTeam = {
  team: SharedTeam;
  catalog: Catalog;
  competition: CatalogCompetition;
  price: Cents | null;
  places: ShownPlace[];
  /** Places that nobody has paid. */
  missing: number;
  paid: number;
  /** Of those how many somebody can enter and pay now. */
  free: number;
};

const missingStates: readonly PlaceState[] = ['open', 'invited', 'entering'];

/** A team as its captain and the organizer see it. @throws Problem NOT_FOUND */
export async function viewTeam(reader: Reader | Tx, team: SharedTeam, now: Instant): Promise<ShownTeam> {
  const catalog = (await catalogOf(reader, team.eventId)) ?? refuse('NOT_FOUND');
  const competition = catalog.competitions.find(({ id }) => id === team.competitionId) ?? refuse('NOT_FOUND');
  const legs = (await legsOfEvent(reader, team.eventId)).get(team.competitionId) ?? [];
  const members = new Map((await membersOf(reader, team)).map((member) => [member.id, member]));
  const places = await placesOf(reader, team.id);
  const kept = await keptPlaces(reader, places.map(keyOf));
  const shown = places.map((place, at): ShownPlace => {
    const member = (place.participantId !== null && members.get(place.participantId)) || null;
    const hold = kept.get(keyOf(place));
    const isKept = hold !== undefined && hold.quantity > 0 && hold.until > now;
    const isEntering = place.claimedBy !== null && (place.claimedUntil ?? 0) > now;
    const without = !isKept ? 'gone' : isEntering ? 'entering' : place.email === null ? 'open' : 'invited';
    return { ...place, member, leg: legs[at] ?? null, state: member ? (member.isPaid ? 'paid' : 'ordered') : without };
  });
  const paid = shown.filter(({ state }) => state === 'paid').length;
  return {
    team,
    catalog,
    competition,
    price: competition.prices.find(({ id }) => id === team.priceId)?.price ?? null,
    places: shown,
    missing: shown.length - paid,
    paid,
    free: shown.filter(({ state }) => missingStates.includes(state)).length,
  };
}
