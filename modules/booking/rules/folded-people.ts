import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import { isNameless } from '#modules/orders/rules/draft-answers.ts';
import { countPeople } from '#modules/orders/rules/order-size.ts';

/** Families and relays are shown in full; of clubs each person is a line. */
const maxShown = 12;
/** With more people another process renders. */
const maxRenderedHere = 30;

/**
 * People whose fields are shown: those without a name and `wanted`; each with a 1. Null: few enough to show all. A
 * page with the fields of hundreds would take megabytes.
 */
export function openPeople(teams: readonly DraftTeam[], wanted: string | null): Record<string, number> | null {
  if (countPeople(teams) <= maxShown) return null;
  const people = teams.flatMap((team) => team.participants);
  const nameless = people.filter(isNameless).slice(0, maxShown);
  return Object.fromEntries(
    [...nameless, ...people.filter(({ localId }) => localId === wanted)].map(({ localId }) => [localId, 1]),
  );
}

export const isRenderedElsewhere = (teams: readonly DraftTeam[]): boolean => countPeople(teams) > maxRenderedHere;
