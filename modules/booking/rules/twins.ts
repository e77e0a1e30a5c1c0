import { People } from '#modules/companions/rules/known-people.ts';
import type { DraftParticipant, DraftTeam } from '#modules/orders/rules/draft.ts';
import { foldedName } from '#modules/orders/rules/identity.ts';

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

/** First possible duplicate not confirmed yet. Equal birth dates mean the same person. */
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

export const confirmedDistinct = (
  teams: readonly DraftTeam[],
  apart: readonly string[] = [],
  localId: string,
): string[] =>
  entered(teams).flatMap(({ key, person }) => (person.localId === localId || apart.includes(key) ? [key] : []));
