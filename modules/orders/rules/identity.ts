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

type Named = { firstName: string; lastName: string; birthDate: string | null; email?: string | null };

/**
 * Whether a change names another person and does not correct a spelling: two of first name, last name and birth date
 * differ, or the first name and the email address. A birth date that was or is unknown, and swapped names, do not count.
 * A new last name with a new address is a marriage.
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
  const hasNewEmail = !!before.email && !!after.email && before.email !== after.email;
  return others.filter(Boolean).length >= 2 || (others[0] === true && hasNewEmail);
}

/** A name as it is compared: without case and outer spaces. */
export const foldedName = (text: string): string => text.trim().replace(/\s+/g, ' ').normalize('NFKC').toLowerCase();
