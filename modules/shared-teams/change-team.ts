import { and, eq, inArray, isNull, lte, or } from 'drizzle-orm';
import { addEventEntries, catalogOf, changeHold, closeKeys } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Viewer } from '#src/access/viewer.ts';
import { countAtOnce, type Limit } from '#src/data/limits.ts';
import type { Work } from '#src/data/work.ts';
import { emailError, normalizeEmail } from '#src/kernel/email.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { days, instant, plus } from '#src/kernel/time.ts';
import { postInvitation } from './mails.ts';
import { legsOfEvent, membersOf, placesOf, settingsOf, teamOf } from './read-teams.ts';
import { refuse } from './rules/problems.ts';
import {
  isLive,
  legsOf,
  liveStates,
  maxLegs,
  maxOpenTeams,
  movedPlace,
  type TeamSettings,
} from './rules/team-state.ts';
import {
  competitionLegs,
  type SharedTeam,
  sharedTeamPlaces,
  sharedTeamSettings,
  sharedTeams,
  type TeamPlace,
} from './schema.ts';
import { endTeam, keyOf, mailLegs, type RefundDeps, settleTeam } from './settle-team.ts';

/** Swaps a place with its neighbor, which changes who runs which leg. */
export async function movePlace(work: Work, teamId: number, placeId: number, by: -1 | 1): Promise<void> {
  const places = await placesOf(work.tx, teamId);
  const before = new Map(places.map(({ participantId }, at) => [participantId, at]));
  if (!places.some(({ id }) => id === placeId)) return refuse('NOT_FOUND');
  const after = movedPlace(places, placeId, by);
  for (const [at, { id }] of after.entries())
    await work.tx
      .update(sharedTeamPlaces)
      .set({ position: at + 1 })
      .where(eq(sharedTeamPlaces.id, id));
  const moved = new Set(
    after.filter((place, at) => before.get(place.participantId) !== at).map((p) => p.participantId),
  );
  await mailLegs(work, await membersOf(work.tx, await teamOf(work.tx, teamId)), moved);
}

export async function renewLink(work: Work, team: SharedTeam): Promise<void> {
  await work.tx
    .update(sharedTeams)
    .set({ linkVersion: team.linkVersion + 1 })
    .where(eq(sharedTeams.id, team.id));
}

/** The captain gives up. Refused once a place is ordered. @throws Problem SHARED_TEAM_OVER, SHARED_TEAM_HAS_MEMBERS */
export async function giveTeamUp(deps: RefundDeps, work: Work, teamId: number): Promise<void> {
  await settleTeam(deps, work, teamId);
  const team = await teamOf(work.tx, teamId);
  if (!isLive(team.state)) return refuse('SHARED_TEAM_OVER');
  if ((await membersOf(work.tx, team)).length > 0) return refuse('SHARED_TEAM_HAS_MEMBERS');
  await endTeam(deps, work, team, 'closed');
}

type Managed = { editor: Pick<Viewer, 'userId'>; catalog: Catalog };

/** The organizer closes a team; members are canceled and refunded in full. @throws Problem SHARED_TEAM_OVER */
export async function closeTeam(deps: RefundDeps, work: Work, by: Managed, teamId: number): Promise<void> {
  const team = await teamOf(work.tx, teamId);
  if (!isLive(team.state)) return refuse('SHARED_TEAM_OVER');
  await endTeam(deps, work, team, 'closed');
  await addEventEntries(work, by.editor, team.eventId, [
    { kind: 'sharedTeams', action: 'deleted', recordId: teamId, name: team.name, changes: [] },
  ]);
}

/** Extends a team's deadlines, up to the end of its price. @throws Problem SHARED_TEAM_OVER, SHARED_TEAM_NOT_OPEN */
export async function extendTeam(
  deps: RefundDeps,
  work: Work,
  by: Managed,
  teamId: number,
  more: number,
): Promise<void> {
  await settleTeam(deps, work, teamId);
  const team = await teamOf(work.tx, teamId);
  if (!isLive(team.state)) return refuse('SHARED_TEAM_OVER');
  const catalog = await catalogOf(work.tx, team.eventId);
  const competition = catalog?.competitions.find(({ id }) => id === team.competitionId);
  const price = competition?.prices.find(({ id }) => id === team.priceId);
  const until = plus(team.until, days(more));
  if (!catalog || !competition || !price) return refuse('NOT_FOUND');
  const last = Math.min(
    catalog.event.endTimestamp,
    competition.endTimestamp ?? competition.timestamp,
    price.availableTo ?? until,
  );
  if (until > last) return refuse('SHARED_TEAM_NOT_OPEN', { reason: 'tooLate' });
  const payBy = plus(team.payBy, days(more));
  await work.tx
    .update(sharedTeams)
    .set({ payBy, until, state: 'open', remindedAt: null })
    .where(and(eq(sharedTeams.id, teamId), inArray(sharedTeams.state, [...liveStates])));
  await changeHold(work, (await placesOf(work.tx, teamId)).map(keyOf), { until });
  await settleTeam(deps, work, teamId);
  const changes = [{ field: 'payBy', before: team.payBy, after: payBy }];
  await addEventEntries(work, by.editor, team.eventId, [
    { kind: 'sharedTeams', action: 'changed', recordId: teamId, name: team.name, changes },
  ]);
}

export async function saveSettings(
  work: Work,
  { editor, catalog }: Managed,
  input: TeamSettings & { legs: ReadonlyMap<number, string> },
): Promise<void> {
  const { event, competitions } = catalog;
  const { legs, ...after } = input;
  if (!Number.isSafeInteger(after.mostOpen) || after.mostOpen < 1 || after.mostOpen > maxOpenTeams)
    return refuse('VALIDATION_FAILED', { fields: { mostOpen: ['range'] } });
  const before = await settingsOf(work.tx, event.id);
  await work.tx
    .insert(sharedTeamSettings)
    .values({ eventId: event.id, ...after })
    .onConflictDoUpdate({ target: sharedTeamSettings.eventId, set: after });
  const known = await legsOfEvent(work.tx, event.id);
  const changes: { field: string; before: unknown; after: unknown }[] = (['mostOpen', 'shortRule'] as const)
    .filter((field) => before[field] !== after[field])
    .map((field) => ({ field, before: before[field], after: after[field] }));
  for (const { id: competitionId, type } of competitions) {
    const names = legsOf(legs.get(competitionId) ?? '').slice(0, maxLegs);
    const was = known.get(competitionId) ?? [];
    if (type !== 'team' || !legs.has(competitionId) || names.join() === was.join()) continue;
    await work.tx
      .insert(competitionLegs)
      .values({ competitionId, eventId: event.id, names })
      .onConflictDoUpdate({ target: competitionLegs.competitionId, set: { names } });
    changes.push({ field: 'legs', before: was.join(', '), after: names.join(', ') });
  }
  if (changes.length > 0)
    await addEventEntries(work, editor, event.id, [
      { kind: 'sharedTeams', action: 'changed', recordId: event.id, name: event.title, changes },
    ]);
}

/** Daily mails per captain, and per mailbox regardless of the captain. */
const mailsOfCaptain: Limit = { name: 'team-mails', most: 60, windowMs: days(1), per: 'account' };
const mailsToMailbox: Limit = { name: 'team-mail', most: 5, windowMs: days(1), per: 'account' };

type ByCaptain = { team: SharedTeam; limitFactor: number };

const countMail = (work: Work, { team, limitFactor }: ByCaptain, email: string): Promise<void> =>
  countAtOnce(
    work,
    [
      { limit: mailsOfCaptain, key: String(team.userId) },
      { limit: mailsToMailbox, key: email },
    ],
    limitFactor,
  );

/** @throws Problem NOT_FOUND */
async function placeIn(work: Work, team: SharedTeam, placeId: number): Promise<TeamPlace> {
  const place = (await placesOf(work.tx, team.id)).find(({ id }) => id === placeId);
  return place ?? refuse('NOT_FOUND');
}

/**
 * Reserves the first unassigned place for an address and mails it a link.
 * @throws Problem VALIDATION_FAILED, SHARED_TEAM_OVER, SHARED_TEAM_NO_PLACES, TOO_MANY_REQUESTS
 */
export async function inviteMember(work: Work, by: ByCaptain, emailInput: string): Promise<TeamPlace> {
  const { team } = by;
  if (!isLive(team.state)) return refuse('SHARED_TEAM_OVER');
  const email = normalizeEmail(emailInput) ?? refuseFields({ email: [emailError(emailInput)] });
  const places = await placesOf(work.tx, team.id);
  if (places.some((place) => place.email === email)) refuseFields({ email: ['twice'] });
  const isClaimed = ({ claimedBy, claimedUntil }: TeamPlace) => claimedBy !== null && (claimedUntil ?? 0) > work.now;
  const place =
    places.find((each) => each.email === null && each.participantId === null && !isClaimed(each)) ??
    refuse('SHARED_TEAM_NO_PLACES');
  await countMail(work, by, email);
  const invited = { ...place, email, toldAt: work.now };
  await work.tx.update(sharedTeamPlaces).set({ email, toldAt: work.now }).where(eq(sharedTeamPlaces.id, place.id));
  await closeKeys(work, [keyOf(place)]);
  await postInvitation(work, team, invited);
  return invited;
}

/** Invalidates the link of an invitation; the place is open to the team's link again. */
export async function takeInvitationBack(work: Work, team: SharedTeam, placeId: number): Promise<void> {
  const place = await placeIn(work, team, placeId);
  if (place.participantId !== null || place.email === null) return refuse('SHARED_TEAM_NO_PLACES');
  await work.tx
    .update(sharedTeamPlaces)
    .set({ email: null, toldAt: null, claimedBy: null, claimedUntil: null })
    .where(and(eq(sharedTeamPlaces.id, place.id), isNull(sharedTeamPlaces.participantId)));
  await closeKeys(work, [keyOf(place)]);
}

/** At most once a day. @throws Problem SHARED_TEAM_OVER, SHARED_TEAM_TOLD, TOO_MANY_REQUESTS */
export async function remindMember(work: Work, by: ByCaptain, placeId: number): Promise<void> {
  const { team } = by;
  const { now, tx } = work;
  if (!isLive(team.state)) return refuse('SHARED_TEAM_OVER');
  const place = await placeIn(work, team, placeId);
  if (place.email === null || place.participantId !== null) return refuse('SHARED_TEAM_NO_PLACES');
  const { id, toldAt } = sharedTeamPlaces;
  const reminded = await tx
    .update(sharedTeamPlaces)
    .set({ toldAt: now })
    .where(and(eq(id, place.id), or(isNull(toldAt), lte(toldAt, instant(now - days(1))))))
    .returning();
  if (reminded.length === 0) return refuse('SHARED_TEAM_TOLD');
  await countMail(work, by, place.email);
  await postInvitation(work, team, { ...place, toldAt: now });
}
