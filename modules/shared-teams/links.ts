import type { Deps } from '#src/runtime/deps.ts';
import type { SharedTeam, TeamPlace } from './schema.ts';

/** The team link opens any unassigned place, an invitation link only its own. */
const ofTeam = 'shared-team';
const ofPlace = 'shared-team-place';
/** Proves only that an invitation existed: its holder may learn that it ended. */
const ofInvitation = 'shared-team-invitation';
type Signing = Pick<Deps, 'signer'>;
type Team = Pick<SharedTeam, 'id' | 'linkVersion'>;
type Invited = Pick<TeamPlace, 'id' | 'teamId' | 'email'>;
const teamText = ({ id, linkVersion }: Team): string => `${id}|${linkVersion}`;
const placeText = ({ id, email }: Invited): string => `${id}|${email}`;

export const joinPath = ({ signer }: Signing, team: Team): string =>
  `/shared-teams/${team.id}/join?signature=${signer.mac(ofTeam, teamText(team))}`;
export const invitedPath = ({ signer }: Signing, place: Invited): string =>
  `/shared-teams/${place.teamId}/join?place=${place.id}&signature=${signer.mac(ofPlace, placeText(place))}&invited=${signer.mac(ofInvitation, String(place.id))}`;

export const opensTeam = ({ signer }: Signing, team: Team, query: URLSearchParams): boolean =>
  signer.verify(ofTeam, teamText(team), query.get('signature') ?? '');
export const opensPlace = ({ signer }: Signing, place: Invited, query: URLSearchParams): boolean =>
  place.email !== null && signer.verify(ofPlace, placeText(place), query.get('signature') ?? '');

export const isInvitedByLink = ({ signer }: Signing, { id }: Pick<TeamPlace, 'id'>, query: URLSearchParams): boolean =>
  signer.verify(ofInvitation, String(id), query.get('invited') ?? '');

export const teamPath = ({ id }: Pick<SharedTeam, 'id'>): string => `/shared-teams/${id}`;
export const openPath = (eventId: number): string => `/events/${eventId}/shared-team`;
export const bookingPath = ({ eventId, competitionId }: Pick<SharedTeam, 'eventId' | 'competitionId'>): string =>
  `/events/${eventId}/competitions?competition=${competitionId}`;
export const listPath = (eventId: number): string => `/admin/events/${eventId}/shared-teams`;
