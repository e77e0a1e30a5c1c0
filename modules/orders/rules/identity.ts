/**
 * Who somebody is for the rule "one person once a competition": names as `foldedName` compares them, and birth date. Stored
 * with participants and companions; a change of the folding needs `refoldJob` once more. null without a birth date: two people may share a name.
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

/** Which of first name, last name and birth date differ. Swapped names, and a birth date that was or is unknown, do not. */
function differences(before: Named, after: Named, isSame: (a: string, b: string) => boolean): boolean[] {
  const names = ({ firstName, lastName }: Named) => [foldedName(firstName), foldedName(lastName)] as const;
  const [[first, last], [newFirst, newLast]] = [names(before), names(after)];
  const isSwapped = first === newLast && last === newFirst;
  const hasNewDate = before.birthDate !== null && after.birthDate !== null && before.birthDate !== after.birthDate;
  return [!isSame(first, newFirst) && !isSwapped, !isSame(last, newLast) && !isSwapped, hasNewDate];
}

/**
 * Whether one change names another person: two of first name, last name and birth date differ, or one of the names and the
 * email address.
 */
export function isAnotherPerson(before: Named, after: Named): boolean {
  const others = differences(before, after, (a, b) => a === b);
  const hasNewEmail = !!before.email && !!after.email && before.email !== after.email;
  return others.filter(Boolean).length >= 2 || (hasNewEmail && (others[0] === true || others[1] === true));
}

/**
 * Whether several changes since a ticket was issued named another person in the end: two of first name, last name and birth
 * date differ. A corrected letter of a name and a new address are no step on that way.
 */
export const becameAnotherPerson = (issued: Named, after: Named): boolean =>
  differences(issued, after, isSpelling).filter(Boolean).length >= 2;

/** Whether two names differ by one letter at the most, or by two letters that changed places. */
function isSpelling(name: string, other: string): boolean {
  const [a, b] = [[...name], [...other]];
  while (a.length > 0 && a[0] === b[0]) for (const letters of [a, b]) letters.shift();
  while (a.length > 0 && a.at(-1) === b.at(-1)) for (const letters of [a, b]) letters.pop();
  const isTurned = a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0];
  return isTurned || Math.max(a.length, b.length) <= 1;
}

const apostrophes =
  /[\u0027\u0060\u00b4\u02b9\u02bb-\u02bf\u02c8\u02ca\u02cb\u055a\u05f3\u07f4\u07f5\u1fbd\u1fbf\u1fef\u1ffd\u1ffe\u2018-\u201b\u2032\u2035\ua78b\ua78c\uff07\uff40]/gu;
const separators = /[\s\p{Pd}\u02d7\u2043\u2212]+/gu;
/** Soft hyphens, joiners and other characters that nobody sees. */
const ignorable = /\p{Default_Ignorable_Code_Point}/gu;
/** Case folding of one character by its mappings, which know no language; the dotless i is a letter of its own. */
const foldCase = (letter: string): string =>
  letter === 'ı' ? letter : letter.toLowerCase().toUpperCase().toLowerCase();

/**
 * A name as it is compared, however a phone or a keyboard writes it: NFKC and Unicode case folding; all apostrophes are one,
 * and so are all hyphens and blanks, since people write a double name either way.
 */
export function foldedName(text: string): string {
  // Before NFKC, which makes a blank and an accent of an acute.
  const plain = text.replace(apostrophes, "'").normalize('NFKC').replace(ignorable, '').replace(apostrophes, "'");
  return [...plain].map(foldCase).join('').normalize('NFKC').replace(separators, ' ').replace(/ ?' ?/g, "'").trim();
}
