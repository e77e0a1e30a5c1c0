/**
 * Who somebody is for the rule "one person once a competition": names and birth date, compared without case and outer
 * spaces. null without a birth date: two people may share a name.
 */
export function personIdentity(person: {
  firstName: string;
  lastName: string;
  birthDate: string | null;
}): string | null {
  if (!person.birthDate) return null;
  return [foldedName(person.firstName), foldedName(person.lastName), person.birthDate].join('|');
}

type Named = { firstName: string; lastName: string; birthDate: string | null };

/**
 * Whether a change says that somebody else starts, not that something was misspelt: two of first name, last name and
 * birth date are others. A date that was not known before, or is not any more, and names in the other sequence say
 * nothing of the kind.
 */
export function isAnotherPerson(before: Named, after: Named): boolean {
  const names = ({ firstName, lastName }: Named) => [foldedName(firstName), foldedName(lastName)] as const;
  const [[first, last], [newFirst, newLast]] = [names(before), names(after)];
  const isSwapped = first === newLast && last === newFirst;
  const others = [
    first !== newFirst && !isSwapped,
    last !== newLast && !isSwapped,
    before.birthDate !== null && after.birthDate !== null && before.birthDate !== after.birthDate,
  ];
  return others.filter(Boolean).length >= 2;
}

/** A name as it is compared: without case and outer spaces. */
export const foldedName = (text: string): string => text.trim().replace(/\s+/g, ' ').normalize('NFKC').toLowerCase();
