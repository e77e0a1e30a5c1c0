import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import { foldedName } from '#modules/orders/rules/identity.ts';
import type { KnownPerson } from './draft-form.ts';

/** Somebody of one's own earlier orders, as they would be typed, with a key to choose them by. */
export type OrderedPerson = KnownPerson & { key: number };

const most = 30;
/** People are told apart by name and birth date; one whose date is missing may be any of that name. */
export const isSamePerson = (
  a: Pick<KnownPerson, 'firstName' | 'lastName' | 'birthDate'>,
  b: Pick<KnownPerson, 'firstName' | 'lastName' | 'birthDate'>,
): boolean =>
  foldedName(a.firstName) === foldedName(b.firstName) &&
  foldedName(a.lastName) === foldedName(b.lastName) &&
  (a.birthDate === '' || b.birthDate === '' || a.birthDate === b.birthDate);

/**
 * Each person once, with the newest data; `people` come newest first, dates as `YYYY-MM-DD`. Somebody whose birth date
 * is known hides the same name without one. `me` has a button of their own.
 */
export function knownPeople(people: readonly OrderedPerson[], me: KnownPerson | null): OrderedPerson[] {
  const found: OrderedPerson[] = [];
  // Those with a birth date say most, so they are looked at first; the order stays that of the newest order.
  for (const person of [...people].sort((a, b) => Number(a.birthDate === '') - Number(b.birthDate === ''))) {
    if (![...found, ...(me ? [me] : [])].some((other) => isSamePerson(person, other))) found.push(person);
  }
  return people.filter((person) => found.includes(person)).slice(0, most);
}

/** Those who do not stand in the form yet, where dates stand as typed. */
export const stillToEnter = (
  people: readonly OrderedPerson[],
  teams: readonly DraftTeam[],
  readDate: (input: string) => string | null,
): OrderedPerson[] => {
  const entered = teams.flatMap((team) =>
    team.participants.map((person) => ({ ...person, birthDate: readDate(person.birthDate) ?? '' })),
  );
  return people.filter((person) => !entered.some((other) => isSamePerson(person, other)));
};
