import { and, asc, desc, eq, inArray } from 'drizzle-orm';
import { loadEvent } from '#modules/events/index.ts';
import { isPaidStatus, type OrderStatus } from '#modules/orders/rules/order-state.ts';
import { buyerEmail, orders, participants, teams } from '#modules/orders/schema.ts';
import { mayTouch, type Permission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { ready } from '#src/data/hot-statements.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { refuse } from './rules/problems.ts';
import { liveStates, type TeamSettings, usualSettings } from './rules/team-state.ts';
import {
  competitionLegs,
  type SharedTeam,
  sharedTeamPlaces,
  sharedTeamSettings,
  sharedTeams,
  type TeamPlace,
} from './schema.ts';

/** @throws Problem NOT_FOUND */
export async function teamOf(reader: Reader | Tx, id: number): Promise<SharedTeam> {
  const [team] = await reader.select().from(sharedTeams).where(eq(sharedTeams.id, id));
  return team ?? refuse('NOT_FOUND');
}

export const placesOf = (reader: Reader | Tx, teamId: number): PromiseLike<TeamPlace[]> =>
  reader
    .select()
    .from(sharedTeamPlaces)
    .where(eq(sharedTeamPlaces.teamId, teamId))
    .orderBy(asc(sharedTeamPlaces.position), asc(sharedTeamPlaces.id));

/** A person whose order has a place of the team. `isPaid` includes authorized payments. */
export type TeamMember = {
  id: number;
  orderId: number;
  firstName: string;
  lastName: string;
  email: string | null;
  isPaid: boolean;
};
const membersStatement = `select p.id, p.order_id orderId, p.first_name firstName, p.last_name lastName, p.email,
    o.status, o.payment_status paymentStatus
  from teams t join participants p on p.team_id = t.id join orders o on o.id = p.order_id
  where t.shared_team_id = ? and p.live = 1 and p.competition_id = ? order by p.id`;

/** Members across all their orders. Only the orders store membership. */
export async function membersOf(
  reader: Reader | Tx,
  { id, competitionId }: Pick<SharedTeam, 'id' | 'competitionId'>,
): Promise<TeamMember[]> {
  type Row = Omit<TeamMember, 'isPaid'> & { status: OrderStatus; paymentStatus: string | null };
  const rows = await reader.all<Row>(ready(membersStatement, [id, competitionId]));
  return rows.map(({ status, paymentStatus, ...member }) => ({
    ...member,
    isPaid: isPaidStatus(status) || paymentStatus === 'authorized',
  }));
}

export const buyersOf = (reader: Reader | Tx, orderIds: readonly number[]) =>
  reader
    .select({ orderId: orders.id, recipient: buyerEmail, locale: orders.language })
    .from(orders)
    .where(inArray(orders.id, [...orderIds]));

export async function teamsOfOrder(reader: Reader | Tx, orderId: number): Promise<number[]> {
  const rows = await reader.all<{ id: number }>(
    ready('select distinct shared_team_id id from teams where order_id = ? and shared_team_id is not null', [orderId]),
  );
  return rows.map(({ id }) => id);
}

export const liveTeamsOf = (reader: Reader | Tx, eventId: number): PromiseLike<{ id: number }[]> =>
  reader
    .select({ id: sharedTeams.id })
    .from(sharedTeams)
    .where(and(eq(sharedTeams.eventId, eventId), inArray(sharedTeams.state, [...liveStates])));

export const teamsOfCaptain = (reader: Reader | Tx, userId: number): PromiseLike<SharedTeam[]> =>
  reader.select().from(sharedTeams).where(eq(sharedTeams.userId, userId)).orderBy(desc(sharedTeams.id));

export const teamsOfEvent = (reader: Reader | Tx, eventId: number, most: number): PromiseLike<SharedTeam[]> =>
  reader.select().from(sharedTeams).where(eq(sharedTeams.eventId, eventId)).orderBy(desc(sharedTeams.id)).limit(most);

export async function settingsOf(reader: Reader | Tx, eventId: number): Promise<TeamSettings> {
  const [row] = await reader.select().from(sharedTeamSettings).where(eq(sharedTeamSettings.eventId, eventId));
  return row ? { mostOpen: row.mostOpen, shortRule: row.shortRule } : usualSettings;
}

export async function legsOfEvent(reader: Reader | Tx, eventId: number): Promise<ReadonlyMap<number, string[]>> {
  const rows = await reader.select().from(competitionLegs).where(eq(competitionLegs.eventId, eventId));
  return new Map(rows.map(({ competitionId, names }) => [competitionId, names]));
}

export type Seat = { id: number; name: string; leg: string | null };

/** Seats by participant id, read from the orders. */
export async function seatsOf(
  reader: Reader | Tx,
  participantIds: readonly number[],
): Promise<ReadonlyMap<number, Seat>> {
  const members = await reader
    .select({ id: participants.id, team: sharedTeams })
    .from(participants)
    .innerJoin(teams, eq(teams.id, participants.teamId))
    .innerJoin(sharedTeams, eq(sharedTeams.id, teams.sharedTeamId))
    .where(inArray(participants.id, [...participantIds]));
  const seats = new Map<number, Seat>();
  for (const { id: participantId, team } of members) {
    const at = (await placesOf(reader, team.id)).findIndex((place) => place.participantId === participantId);
    const legs = (await legsOfEvent(reader, team.eventId)).get(team.competitionId) ?? [];
    seats.set(participantId, { id: team.id, name: team.name, leg: legs[at] ?? null });
  }
  return seats;
}

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
