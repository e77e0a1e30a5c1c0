import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import { draftErrors, participantPath } from '#modules/orders/rules/draft-check.ts';
import type { ReadDate } from '#modules/orders/rules/participant.ts';
import type { Instant } from '#src/kernel/time.ts';
import { undecided } from './draft-articles.ts';

/** Local ids of people without errors who have answered about articles. */
export function finishedIn(catalog: Catalog, teams: readonly DraftTeam[], readDate: ReadDate, now: Instant): string[] {
  const wrong = Object.keys(draftErrors(catalog, teams, readDate, now));
  const asked = new Set(undecided(catalog.articles, teams).map(({ localId }) => localId));
  return teams.flatMap((team, teamIndex) =>
    team.participants.flatMap(({ localId }, index) => {
      const path = `${participantPath(teamIndex, index)}.`;
      return asked.has(localId) || wrong.some((name) => name.startsWith(path)) ? [] : [localId];
    }),
  );
}
