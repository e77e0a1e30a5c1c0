import { and, eq, inArray } from 'drizzle-orm';
import { catalogOf, giveBackHold, heldPlaces, reserveForHold } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { endAt } from '#modules/events/rules/place-holds.ts';
import { isInWindow, isOver } from '#modules/events/rules/sale.ts';
import { cancelPortion } from '#modules/orders/index.ts';
import { orderChanged } from '#modules/orders/rules/facts.ts';
import type { Work } from '#src/data/work.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { postToCaptain, postToInvited, postToMembers } from './mails.ts';
import { membersOf, placesOf, settingsOf, type TeamMember, teamOf } from './read-teams.ts';
import { dueAt, type EndState, isLive, liveStates, nextStep } from './rules/team-state.ts';
import { type SharedTeam, sharedTeamPlaces, sharedTeams, type TeamPlace } from './schema.ts';

export type RefundDeps = Pick<Deps, 'openCancellationRefund'>;

export const keyOf = ({ id }: Pick<TeamPlace, 'id'>): string => `team-${id}`;
export const placeIdOf = (key: string): number | null => {
  const found = /^team-(\d+)$/.exec(key);
  return found ? Number(found[1]) : null;
};

/** Seats new members, holds returned places again, applies what is due. Idempotent; every verb calls it. */
export async function settleTeam(deps: RefundDeps, work: Work, teamId: number): Promise<void> {
  const team = await teamOf(work.tx, teamId);
  const members = await membersOf(work.tx, team);
  const places = await seatMembers(work, team, members);
  if (!isLive(team.state)) return;
  const catalog = await catalogOf(work.tx, team.eventId);
  const competition = catalog?.competitions.find(({ id }) => id === team.competitionId);
  const { event } = catalog ?? {};
  if (!catalog || !event || !competition || event.canceled || event.teamDays === null || isOver(event, work.now))
    return endTeam(deps, work, team, 'off');
  const count = {
    in: members.length,
    paid: members.filter(({ isPaid }) => isPaid).length,
    size: places.length,
    least: Math.max(1, competition.minTeamSize),
  };
  const { shortRule } = await settingsOf(work.tx, team.eventId);
  const step = nextStep({ ...team, state: team.state }, count, shortRule, work.now);
  if (step === 'complete' || step === 'unclaimed') return endTeam(deps, work, team, step);
  if (step === 'dissolve') return endTeam(deps, work, team, 'dissolved');
  const changed: SharedTeam = {
    ...team,
    ...(step === 'grace' ? { state: 'grace' as const } : {}),
    ...(step === 'remind' ? { remindedAt: work.now } : {}),
  };
  const { state, remindedAt } = changed;
  await work.tx
    .update(sharedTeams)
    .set({ state, remindedAt, dueAt: dueAt({ ...changed, state: changed.state }, count, work.now) })
    .where(eq(sharedTeams.id, team.id));
  if (step === 'grace') await postToCaptain(work, changed, 'grace');
  if (step === 'remind') await postToCaptain(work, changed, 'missing');
  await keepMissing(work, catalog, changed, places);
}

/** The invited place if the address fits, otherwise by order of purchase. */
async function seatMembers(work: Work, team: SharedTeam, members: readonly TeamMember[]): Promise<TeamPlace[]> {
  const places = await placesOf(work.tx, team.id);
  const known = new Set(members.map(({ id }) => id));
  const isTaken = ({ participantId }: TeamPlace) => participantId !== null && known.has(participantId);
  const seated = new Set(places.filter(isTaken).map(({ participantId }) => participantId));
  const held = await heldPlaces(work.tx, places.map(keyOf));
  let free = places.filter((place) => !isTaken(place));
  const after = new Map(places.map((place) => [place.id, isTaken(place) ? place.participantId : null]));
  for (const member of members.filter(({ id }) => !seated.has(id))) {
    const bought = free.filter((place) => !held.has(keyOf(place)));
    const place = bought.find(({ email }) => email !== null && email === member.email) ?? bought[0] ?? free[0] ?? null;
    if (place) after.set(place.id, member.id);
    else {
      const position = Math.max(0, ...places.map((each) => each.position)) + 1;
      const [made] = await work.tx
        .insert(sharedTeamPlaces)
        .values({ teamId: team.id, position, participantId: member.id })
        .returning();
      if (made) places.push(made);
    }
    free = free.filter((each) => each !== place);
  }
  const unclaimed = { claimedBy: null, claimedUntil: null };
  for (const [at, place] of places.entries()) {
    const participantId = after.get(place.id) ?? (after.has(place.id) ? null : place.participantId);
    if (participantId === place.participantId) continue;
    // A returned place is no longer reserved for its invited address.
    const change = { participantId, ...unclaimed, ...(participantId === null ? { email: null, toldAt: null } : {}) };
    await work.tx.update(sharedTeamPlaces).set(change).where(eq(sharedTeamPlaces.id, place.id));
    places[at] = { ...place, ...change };
  }
  const newlySeated = new Set([...after.values()].filter((id) => id !== null && !seated.has(id)));
  await mailLegs(work, members, newlySeated);
  const taken = places.filter((place) => place.participantId !== null && held.has(keyOf(place)));
  await giveBackHold(work, taken.map(keyOf));
  return places;
}

/** Tells subscribers (timing) about changed legs. Unpaid members do not start. */
export async function mailLegs(
  work: Work,
  members: readonly TeamMember[],
  changed: ReadonlySet<number | null>,
): Promise<void> {
  const paid = members.filter(({ id, isPaid }) => isPaid && changed.has(id));
  for (const orderId of new Set(paid.map((member) => member.orderId))) await work.announce(orderChanged({ orderId }));
}

/** Holds places without a member again where possible, so that they are not sold while the team looks for members. */
async function keepMissing(
  work: Work,
  { event, competitions }: Catalog,
  team: SharedTeam,
  places: readonly TeamPlace[],
): Promise<void> {
  const { competitionId, priceId, id, name } = team;
  const competition = competitions.find((each) => each.id === competitionId);
  const price = competition?.prices.find((each) => each.id === priceId);
  // Places held at an expired price could not be bought.
  if (!competition || !price || !isInWindow(price, work.now)) return;
  const until = endAt(event, competition, price, team.until);
  const missing = places.filter(({ participantId }) => participantId === null);
  const holds = await heldPlaces(work.tx, missing.map(keyOf));
  for (const place of missing) {
    const key = keyOf(place);
    const held = holds.get(key);
    if (held && held.quantity > 0 && held.until > work.now) continue;
    if (held) await giveBackHold(work, [key]);
    await reserveForHold(work, { key, competitionId, priceId, quantity: 1, until, team: { id, name } });
  }
}

/** `complete`: unpaid orders are canceled too. `dissolved`, `closed`: all members are canceled and refunded. */
export async function endTeam(deps: RefundDeps, work: Work, team: SharedTeam, end: EndState): Promise<void> {
  const { tx, now } = work;
  const ended = await tx
    .update(sharedTeams)
    .set({ state: end, endedAt: now, dueAt: null })
    .where(and(eq(sharedTeams.id, team.id), inArray(sharedTeams.state, [...liveStates])))
    .returning();
  if (ended.length === 0) return;
  const places = await placesOf(tx, team.id);
  await giveBackHold(work, places.map(keyOf));
  const members = await membersOf(tx, team);
  const giveBack = deps.openCancellationRefund({ mode: 'full', isEach: true });
  const ordersOf = (of: readonly TeamMember[]) => [...new Set(of.map(({ orderId }) => orderId))].sort((a, b) => a - b);
  const reached = { ...team, state: end };
  if (end === 'complete' || end === 'unclaimed') {
    const unpaid = ordersOf(members.filter(({ isPaid }) => !isPaid));
    await cancelPortion(work, unpaid, { editorId: null, reason: 'expired', giveBack });
  }
  if (end === 'dissolved' || end === 'closed') {
    const all = ordersOf(members);
    await postToMembers(work, reached, all);
    await cancelPortion(work, all, { editorId: null, reason: 'byAdmin', giveBack });
  }
  await seatMembers(work, reached, await membersOf(tx, team));
  await postToCaptain(work, reached, end);
  await postToInvited(work, reached, places);
}
