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

/** A name as it is compared: without case and outer spaces. */
export const foldedName = (text: string): string => text.trim().replace(/\s+/g, ' ').normalize('NFKC').toLowerCase();
