import type { Work } from '#src/data/work.ts';
import { buyersOf } from '../read-teams.ts';
import type { EndState } from '../rules/team-state.ts';
import type { SharedTeam, TeamPlace } from '../schema.ts';

/** Mail types sent to team captains. */
export type CaptainMail = 'opened' | 'missing' | 'grace' | EndState;

declare module '#src/mail/kinds.ts' {
  interface MailParams {
    SharedTeamInvitation: { teamId: number; placeId: number };
    SharedTeamCaptain: { teamId: number; kind: CaptainMail };
    /** To the captain. */
    SharedTeamPassed: { teamId: number; participantId: number };
    /** To invited people without a place when the team ends. */
    SharedTeamInvitationOver: { teamId: number };
    /** To buyers of places of a team that does not start. */
    SharedTeamOff: { teamId: number };
  }
}

/** Sends nothing if the captain's account is deleted. */
export async function postToCaptain(work: Work, team: SharedTeam, kind: CaptainMail): Promise<void> {
  if (team.userId === null) return;
  await work.post({
    type: 'SharedTeamCaptain',
    // The deadline is part of the key, so that an extended team is reminded again.
    uniqueKey: `SharedTeamCaptain|${team.id}|${kind}|${team.payBy}`,
    recipient: team.email,
    locale: team.language,
    params: { teamId: team.id, kind },
  });
}

/** Order `orderId` passed a place of the team on to another person, who starts on its leg. */
export async function postPassed(
  work: Work,
  { id: teamId, userId, email, language }: SharedTeam,
  { participantId, orderId }: { participantId: number; orderId: number },
): Promise<void> {
  if (userId === null) return;
  await work.post({
    ...{ type: 'SharedTeamPassed', uniqueKey: `SharedTeamPassed|${orderId}`, recipient: email, locale: language },
    params: { teamId, participantId },
  });
}

export const postInvitation = (
  work: Work,
  { id: teamId, language }: SharedTeam,
  { id: placeId, email }: TeamPlace,
): Promise<boolean> =>
  work.post({
    type: 'SharedTeamInvitation',
    uniqueKey: `SharedTeamInvitation|${placeId}|${work.now}`,
    recipient: email ?? '',
    locale: language,
    params: { teamId, placeId },
  });

/** Their invitation links have ended and their places are released. */
export async function postToInvited(
  work: Work,
  { id: teamId, language }: SharedTeam,
  places: readonly TeamPlace[],
): Promise<void> {
  for (const { id, email, participantId } of places)
    if (email !== null && participantId === null)
      await work.post({
        type: 'SharedTeamInvitationOver',
        uniqueKey: `SharedTeamInvitationOver|${id}`,
        recipient: email,
        locale: language,
        params: { teamId },
      });
}

/** Explains the cancellation; sent before the orders are canceled. */
export async function postToMembers(work: Work, { id }: SharedTeam, orderIds: readonly number[]): Promise<void> {
  if (orderIds.length === 0) return;
  for (const { orderId, ...to } of await buyersOf(work.tx, orderIds))
    await work.post({
      type: 'SharedTeamOff',
      uniqueKey: `SharedTeamOff|${id}|${orderId}`,
      params: { teamId: id },
      orderId,
      ...to,
    });
}
