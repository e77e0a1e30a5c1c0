import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import { isNameless } from '#modules/orders/rules/draft-answers.ts';
import { countPeople } from '#modules/orders/rules/entry-check.ts';

/** A family or a relay is shown as a whole; of a club everybody is a line that unfolds. */
const maxShown = 12;
/** So many are rendered before another process has read them; how large the event is says nothing of that. */
const maxRenderedHere = 30;

/**
 * Whose fields are shown of many people: those without a name yet, and whoever was asked for (`wanted`, a local id); each
 * with a 1. null: there are so few that everybody's are. A page with the fields of hundreds would be megabytes.
 */
export function openPeople(teams: readonly DraftTeam[], wanted: string | null): Record<string, number> | null {
  if (countPeople(teams) <= maxShown) return null;
  const people = teams.flatMap((team) => team.participants);
  const nameless = people.filter(isNameless).slice(0, maxShown);
  return Object.fromEntries(
    [...nameless, ...people.filter(({ localId }) => localId === wanted)].map(({ localId }) => [localId, 1]),
  );
}

/** Whether a step of these people would keep everybody else waiting while it is rendered. */
export const isRenderedElsewhere = (teams: readonly DraftTeam[]): boolean => countPeople(teams) > maxRenderedHere;
