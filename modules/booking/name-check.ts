import { holdsWebAddress } from '#modules/accounts/rules/web-address.ts';
import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import { participantFields, specOf } from '#modules/orders/rules/participant.ts';

const texts = participantFields.filter((name) => specOf(name).kind === 'text');

/**
 * What stands in a draft as a name and holds an address of the web. The server alone looks for it: honest people never
 * meet it, and all of them would load the pattern.
 */
export const namesWithAddress = (teams: readonly DraftTeam[]): string[] =>
  teams
    .flatMap(({ teamName, participants }) => [
      teamName,
      ...participants.flatMap((person) => texts.map((name) => person[name])),
    ])
    .filter(holdsWebAddress);
