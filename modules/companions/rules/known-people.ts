import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import { foldedName } from '#modules/orders/rules/identity.ts';
import { eachField, type ParticipantInput as KnownPerson } from '#modules/orders/rules/participant.ts';

/** A saved person, or one of earlier orders, as form texts, with the key of the choice. */
export type OrderedPerson = KnownPerson & { key: number };

/** Maximum of people from earlier orders, in addition to saved people. */
const maxOrdered = 30;

type Named = Pick<KnownPerson, 'firstName' | 'lastName' | 'birthDate'>;
const namesOf = ({ firstName, lastName }: Named): string => `${foldedName(firstName)}|${foldedName(lastName)}`;

/** Compares name and birth date; a missing birth date matches any person of that name. */
export const isSamePerson = (a: Named, b: Named): boolean => new People([a]).has(b);

export class People {
  readonly #dates = new Map<string, Set<string>>();

  constructor(people: Iterable<Named> = []) {
    for (const person of people) this.add(person);
  }

  add(person: Named): void {
    const names = namesOf(person);
    const dates = this.#dates.get(names);
    if (dates) dates.add(person.birthDate);
    else this.#dates.set(names, new Set([person.birthDate]));
  }

  has(person: Named): boolean {
    const dates = this.#dates.get(namesOf(person));
    return dates !== undefined && (person.birthDate === '' || dates.has('') || dates.has(person.birthDate));
  }

  hasBorn(person: Named): boolean {
    return person.birthDate !== '' && this.#dates.get(namesOf(person))?.has(person.birthDate) === true;
  }
}

/**
 * Each person once, with the newest data. `people` come newest first, dates as `YYYY-MM-DD`; `savedCount` of them are saved.
 * A person with a birth date hides the same name without one. `me` is excluded.
 */
export function knownPeople(people: readonly OrderedPerson[], me: KnownPerson | null, savedCount = 0): OrderedPerson[] {
  const found = new People(me ? [me] : []);
  const chosen = new Set<OrderedPerson>();
  // People with a birth date are compared first; the result keeps the order of the newest orders.
  for (const person of [...people].sort((a, b) => Number(a.birthDate === '') - Number(b.birthDate === ''))) {
    if (found.has(person)) continue;
    found.add(person);
    chosen.add(person);
  }
  return people.filter((person) => chosen.has(person)).slice(0, savedCount + maxOrdered);
}

/** The account's owner with data of the newest own order; null when namesakes have different birth dates. */
export function completeOwner(me: KnownPerson, people: readonly OrderedPerson[]): KnownPerson {
  const same = people.filter((person) => isSamePerson(person, me));
  const born = new Set(same.flatMap(({ birthDate }) => birthDate || []));
  if (born.size > 1) return me;
  return eachField((name) => me[name] || (same.find((person) => person[name] !== '')?.[name] ?? ''));
}

/** People who are not in the form yet; dates in the form are as typed. */
export const notYetEntered = (
  people: readonly OrderedPerson[],
  teams: readonly DraftTeam[],
  readDate: (input: string) => string | null,
): OrderedPerson[] => {
  const entered = new People(
    teams.flatMap((team) =>
      team.participants.map((person) => ({ ...person, birthDate: readDate(person.birthDate) ?? '' })),
    ),
  );
  return people.filter((person) => !entered.has(person));
};
