import { holdsWebAddress } from '#modules/accounts/rules/web-address.ts';
import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import { participantFields, specOf } from '#modules/orders/rules/participant.ts';

const texts = participantFields.filter((name) => specOf(name).kind === 'text');

/** Names that contain a web address. Checked on the server only, to keep the pattern out of the bundle. */
export const namesWithAddress = (teams: readonly DraftTeam[]): string[] =>
  teams
    .flatMap(({ teamName, participants }) => [
      teamName,
      ...participants.flatMap((person) => texts.map((name) => person[name])),
    ])
    .filter(holdsWebAddress);
