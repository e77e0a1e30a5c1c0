import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import { foldedName } from '#modules/orders/rules/identity.ts';
import { eachField, type ParticipantInput as KnownPerson } from '#modules/orders/rules/participant.ts';

/** Somebody whom one keeps, or of one's own earlier orders, as they would be typed, with a key to choose them by. */
export type OrderedPerson = KnownPerson & { key: number };

/** So many of earlier orders, beside those whom one keeps. */
const most = 30;

type Named = Pick<KnownPerson, 'firstName' | 'lastName' | 'birthDate'>;
const namesOf = ({ firstName, lastName }: Named): string => `${foldedName(firstName)}|${foldedName(lastName)}`;

/** Told apart by name and birth date; one whose date is missing may be any of that name. */
export const isSamePerson = (a: Named, b: Named): boolean => new People([a]).has(b);

/** People by their name, for asking whether somebody is among them without walking over all. */
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

  /** With this very birth date. */
  hasBorn(person: Named): boolean {
    return person.birthDate !== '' && this.#dates.get(namesOf(person))?.has(person.birthDate) === true;
  }
}

/**
 * Each person once, with the newest data; `people` come newest first, dates as `YYYY-MM-DD`. Somebody whose birth date
 * is known hides the same name without one. `me` has a button of their own. `kept`: so many of them one keeps.
 */
export function knownPeople(people: readonly OrderedPerson[], me: KnownPerson | null, kept = 0): OrderedPerson[] {
  const found = new People(me ? [me] : []);
  const told = new Set<OrderedPerson>();
  // Those with a birth date say most, so they are looked at first; the order stays that of the newest order.
  for (const person of [...people].sort((a, b) => Number(a.birthDate === '') - Number(b.birthDate === ''))) {
    if (found.has(person)) continue;
    found.add(person);
    told.add(person);
  }
  return people.filter((person) => told.has(person)).slice(0, kept + most);
}

/**
 * Whoever is logged in, with what the account does not know out of the newest order of theirs; of two of that name born on
 * different days nobody knows which one it is.
 */
export function oneself(me: KnownPerson, people: readonly OrderedPerson[]): KnownPerson {
  const same = people.filter((person) => isSamePerson(person, me));
  const born = new Set(same.flatMap(({ birthDate }) => birthDate || []));
  if (born.size > 1) return me;
  return eachField((name) => me[name] || (same.find((person) => person[name] !== '')?.[name] ?? ''));
}

/** Those who do not stand in the form yet, where dates stand as typed. */
export const stillToEnter = (
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
