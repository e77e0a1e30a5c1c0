import { catalogOf, heldPlaces } from '#modules/events/index.ts';
import type { Catalog, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Cents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';
import { legsOfEvent, membersOf, placesOf, type TeamMember, teamsOfEvent } from './read-teams.ts';
import { refuse } from './rules/problems.ts';
import { isLive } from './rules/team-state.ts';
import type { SharedTeam, TeamPlace } from './schema.ts';
import { keyOf } from './settle-team.ts';

/** `entering`: claimed by a visit. `gone`: sold after it was returned. `left`: not taken before the team ended. */
export const placeStates = ['paid', 'ordered', 'entering', 'invited', 'open', 'gone', 'left'] as const;
export type PlaceState = (typeof placeStates)[number];
export type PlaceView = TeamPlace & { state: PlaceState; leg: string | null; member: TeamMember | null };
export type TeamView = {
  team: SharedTeam;
  catalog: Catalog;
  competition: CatalogCompetition;
  price: Cents | null;
  places: PlaceView[];
  /** Places without a paid member. */
  missing: number;
  paid: number;
  /** Missing places that can be entered and paid now. */
  free: number;
};

const missingStates: readonly PlaceState[] = ['open', 'invited', 'entering'];

type OfEvent = { catalog: Catalog; legs: ReadonlyMap<number, string[]> };
const ofEvent = async (reader: Reader | Tx, eventId: number): Promise<OfEvent> => ({
  catalog: (await catalogOf(reader, eventId)) ?? refuse('NOT_FOUND'),
  legs: await legsOfEvent(reader, eventId),
});

/** Newest first. @throws Problem NOT_FOUND */
export async function viewTeams(reader: Reader | Tx, eventId: number, most: number, now: Instant): Promise<TeamView[]> {
  const known = await ofEvent(reader, eventId);
  const views: TeamView[] = [];
  for (const team of await teamsOfEvent(reader, eventId, most)) views.push(await viewTeam(reader, team, now, known));
  return views;
}

/** For its captain and the organizer. @throws Problem NOT_FOUND */
export async function viewTeam(
  reader: Reader | Tx,
  team: SharedTeam,
  now: Instant,
  known?: OfEvent,
): Promise<TeamView> {
  const { catalog, legs: ofCompetitions } = known ?? (await ofEvent(reader, team.eventId));
  const competition = catalog.competitions.find(({ id }) => id === team.competitionId) ?? refuse('NOT_FOUND');
  const legs = ofCompetitions.get(team.competitionId) ?? [];
  const members = new Map((await membersOf(reader, team)).map((member) => [member.id, member]));
  const places = await placesOf(reader, team.id);
  const holds = await heldPlaces(reader, places.map(keyOf));
  const placeViews = places.map((place, at): PlaceView => {
    const member = (place.participantId !== null && members.get(place.participantId)) || null;
    const hold = holds.get(keyOf(place));
    const isKept = hold !== undefined && hold.quantity > 0 && hold.until > now;
    const isEntering = place.claimedBy !== null && (place.claimedUntil ?? 0) > now;
    const kindOf = (): PlaceState => {
      if (member) return member.isPaid ? 'paid' : 'ordered';
      if (!isLive(team.state)) return 'left';
      if (!isKept) return 'gone';
      return isEntering ? 'entering' : place.email === null ? 'open' : 'invited';
    };
    return { ...place, member, leg: legs[at] ?? null, state: kindOf() };
  });
  const paid = placeViews.filter(({ state }) => state === 'paid').length;
  return {
    team,
    catalog,
    competition,
    price: competition.prices.find(({ id }) => id === team.priceId)?.price ?? null,
    places: placeViews,
    missing: placeViews.length - paid,
    paid,
    free: placeViews.filter(({ state }) => missingStates.includes(state)).length,
  };
}
