import { and, eq, isNull, lte, or } from 'drizzle-orm';
import { closeKeys } from '#modules/events/index.ts';
import { countAtOnce, type Limit } from '#src/data/limits.ts';
import type { Work } from '#src/data/work.ts';
import { emailError, normalizeEmail } from '#src/kernel/email.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { days, instant } from '#src/kernel/time.ts';
import { postInvitation } from './mails/post.ts';
import { placesOf } from './read-teams.ts';
import { refuse } from './rules/problems.ts';
import { isLive } from './rules/team-state.ts';
import { type SharedTeam, sharedTeamPlaces, type TeamPlace } from './schema.ts';
import { keyOf } from './settle-team.ts';

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
export async function inviteMember(work: Work, by: ByCaptain, typed: string): Promise<TeamPlace> {
  const { team } = by;
  if (!isLive(team.state)) return refuse('SHARED_TEAM_OVER');
  const email = normalizeEmail(typed) ?? refuseFields({ email: [emailError(typed)] });
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
  const told = await tx
    .update(sharedTeamPlaces)
    .set({ toldAt: now })
    .where(and(eq(id, place.id), or(isNull(toldAt), lte(toldAt, instant(now - days(1))))))
    .returning();
  if (told.length === 0) return refuse('SHARED_TEAM_TOLD');
  await countMail(work, by, place.email);
  await postInvitation(work, team, { ...place, toldAt: now });
}
