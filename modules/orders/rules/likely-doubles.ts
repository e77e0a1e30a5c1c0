import { foldedName, isSpelling, personIdentity } from './identity.ts';

/** Why two entries are likely of one person, the surest first. */
export const doubleReasons = ['samePerson', 'sameMail', 'nearName', 'sameName'] as const;
export type DoubleReason = (typeof doubleReasons)[number];

type Person = {
  id: number;
  firstName: string;
  lastName: string;
  birthDate: string | null;
  email: string | null;
};
export type Double = { first: number; second: number; reason: DoubleReason };

/** The key of a pair in any order. */
export const pairKey = (one: number, other: number): string => `${Math.min(one, other)}|${Math.max(one, other)}`;

/** Entries with one key are compared with so many of their followers, so that common names cost no square. */
const maxFollowers = 20;

/**
 * Pairs that are likely one person: equal by the rule of bookings (`personIdentity`), the same mailbox and birth date, a birth
 * date with names that differ by a spelling or are swapped, or equal names where a birth date is missing. Every pair once, with
 * its surest reason; `distinct` holds the keys of pairs that an organizer told apart.
 */
export function likelyDoubles(people: readonly Person[], distinct: ReadonlySet<string> = new Set()): Double[] {
  const named = people.map((person) => ({
    ...person,
    first: foldedName(person.firstName),
    last: foldedName(person.lastName),
    mail: person.email?.trim().toLowerCase() ?? '',
  }));
  type Named = (typeof named)[number];
  const found = new Map<string, Double>();
  const compare = (
    reason: DoubleReason,
    keyOf: (person: Named) => string | null,
    isDouble: (a: Named, b: Named) => boolean = () => true,
  ) => {
    for (const group of Map.groupBy(named, keyOf))
      if (group[0] !== null)
        group[1].forEach((one, at) => {
          for (const other of group[1].slice(at + 1, at + 1 + maxFollowers)) {
            const key = pairKey(one.id, other.id);
            if (found.has(key) || distinct.has(key) || !isDouble(one, other)) continue;
            found.set(key, { first: Math.min(one.id, other.id), second: Math.max(one.id, other.id), reason });
          }
        });
  };
  const dated = (key: (person: Named) => string) => (person: Named) =>
    person.birthDate && `${person.birthDate}|${key(person)}`;
  compare('samePerson', personIdentity);
  compare('sameMail', (person) => (person.mail === '' ? null : dated(({ mail }) => mail)(person)));
  compare(
    'nearName',
    dated(({ first }) => first),
    (a, b) => isSpelling(a.last, b.last),
  );
  compare(
    'nearName',
    dated(({ last }) => last),
    (a, b) => isSpelling(a.first, b.first),
  );
  compare(
    'nearName',
    dated(({ first, last }) => [first, last].sort().join('|')),
  );
  compare(
    'sameName',
    ({ first, last }) => `${first}|${last}`,
    (a, b) => a.birthDate === null || b.birthDate === null,
  );
  return [...found.values()].sort(
    (a, b) =>
      doubleReasons.indexOf(a.reason) - doubleReasons.indexOf(b.reason) || a.first - b.first || a.second - b.second,
  );
}
