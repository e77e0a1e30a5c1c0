import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import { isNameless } from '#modules/orders/rules/draft-answers.ts';
import { draftErrors, participantPath } from '#modules/orders/rules/draft-check.ts';
import { countPeople } from '#modules/orders/rules/entry-check.ts';
import type { ReadDate } from '#modules/orders/rules/participant.ts';
import type { Instant } from '#src/kernel/time.ts';
import { unansweredArticles } from './draft-articles.ts';

/** Families and relays are shown in full; of clubs each person is a line. */
const maxShown = 12;
/** With more people another process renders. */
const maxRenderedHere = 30;

/** People whose fields are rendered, each with a 1; null: all. Fields of hundreds would take megabytes. */
export function openPeople(teams: readonly DraftTeam[], wanted: string | null): Record<string, number> | null {
  if (countPeople(teams) <= maxShown) return null;
  const people = teams.flatMap((team) => team.participants);
  const nameless = people.filter(isNameless).slice(0, maxShown);
  return Object.fromEntries(
    [...nameless, ...people.filter(({ localId }) => localId === wanted)].map(({ localId }) => [localId, 1]),
  );
}

export const isRenderedElsewhere = (teams: readonly DraftTeam[]): boolean => countPeople(teams) > maxRenderedHere;

/** Local ids of people without errors who have answered about articles. */
export function finishedIn(catalog: Catalog, teams: readonly DraftTeam[], readDate: ReadDate, now: Instant): string[] {
  const wrong = Object.keys(draftErrors(catalog, teams, readDate, now));
  const undecidedIds = new Set(unansweredArticles(catalog.articles, teams).map(({ localId }) => localId));
  return teams.flatMap((team, teamIndex) =>
    team.participants.flatMap(({ localId }, index) => {
      const path = `${participantPath(teamIndex, index)}.`;
      return undecidedIds.has(localId) || wrong.some((name) => name.startsWith(path)) ? [] : [localId];
    }),
  );
}
