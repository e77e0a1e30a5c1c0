import { People } from '#modules/companions/rules/known-people.ts';
import type { DraftParticipant, DraftTeam } from '#modules/orders/rules/draft.ts';
import { foldedName } from '#modules/orders/rules/identity.ts';

/** Somebody who stands in a competition under a name that stood there before, and may be the same person. */
export type Twin = { teamIndex: number; index: number; competitionId: number; person: DraftParticipant };

type Entered = Twin & { key: string };

const entered = (teams: readonly DraftTeam[]): Entered[] =>
  teams.flatMap(({ competitionId, participants }, teamIndex) =>
    participants.map((person, index) => ({
      teamIndex,
      index,
      competitionId,
      person,
      key: `${person.localId}|${foldedName(person.firstName)}|${foldedName(person.lastName)}`,
    })),
  );

/**
 * The first of those who were not asked about yet. With a birth date each, the same one is the same person (`isSame`) and a
 * different one another; where one is missing it is asked. `apart`: who was said to be another person, under that name.
 */
export function possibleDuplicate(
  teams: readonly DraftTeam[],
  apart: readonly string[] = [],
): (Twin & { isSame: boolean }) | null {
  const before = new Map<number, People>();
  for (const entry of entered(teams)) {
    const { person, competitionId } = entry;
    const isNamed = person.firstName.trim() !== '' && person.lastName.trim() !== '';
    const others = before.get(competitionId) ?? new People();
    const isSame = others.hasBorn(person);
    if (isNamed && others.has(person) && (isSame || !apart.includes(entry.key))) return { ...entry, isSame };
    before.set(competitionId, others);
    others.add(person);
  }
  return null;
}

/** Said of somebody: that is another person. What was said of people who are gone is forgotten. */
export const saidApart = (teams: readonly DraftTeam[], apart: readonly string[] = [], localId: string): string[] =>
  entered(teams).flatMap(({ key, person }) => (person.localId === localId || apart.includes(key) ? [key] : []));
