/**
 * Key for "one person once a competition": folded names and birth date; null without a birth date, because people share
 * names. Stored with participants and companions; a change of the folding must run `refoldJob`.
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

/** Whether first name, last name and birth date differ. Swapped names and an unknown birth date count as equal. */
function differences(before: Named, after: Named, isSame: (a: string, b: string) => boolean): boolean[] {
  const names = ({ firstName, lastName }: Named) => [foldedName(firstName), foldedName(lastName)] as const;
  const [[first, last], [newFirst, newLast]] = [names(before), names(after)];
  const isSwapped = first === newLast && last === newFirst;
  const hasNewDate = before.birthDate !== null && after.birthDate !== null && before.birthDate !== after.birthDate;
  return [!isSame(first, newFirst) && !isSwapped, !isSame(last, newLast) && !isSwapped, hasNewDate];
}

/** Whether two of first name, last name and birth date differ, or a name and the email address. */
export function isAnotherPerson(before: Named, after: Named): boolean {
  const others = differences(before, after, (a, b) => a === b);
  const hasNewEmail = !!before.email && !!after.email && before.email !== after.email;
  return others.filter(Boolean).length >= 2 || (hasNewEmail && (others[0] === true || others[1] === true));
}

/**
 * Whether changes since the ticket was issued add up to another person: two of first name, last name and birth date
 * differ. Spelling corrections and a new address do not count.
 */
export const becameAnotherPerson = (issued: Named, after: Named): boolean =>
  differences(issued, after, isSpelling).filter(Boolean).length >= 2;

/** Whether names differ by one letter or by two swapped ones. */
export function isSpelling(name: string, other: string): boolean {
  const [a, b] = [[...name], [...other]];
  while (a.length > 0 && a[0] === b[0]) for (const letters of [a, b]) letters.shift();
  while (a.length > 0 && a.at(-1) === b.at(-1)) for (const letters of [a, b]) letters.pop();
  const isTurned = a.length === 2 && b.length === 2 && a[0] === b[1] && a[1] === b[0];
  return isTurned || Math.max(a.length, b.length) <= 1;
}

const apostrophes =
  /[\u0027\u0060\u00b4\u02b9\u02bb-\u02bf\u02c8\u02ca\u02cb\u055a\u05f3\u07f4\u07f5\u1fbd\u1fbf\u1fef\u1ffd\u1ffe\u2018-\u201b\u2032\u2035\ua78b\ua78c\uff07\uff40]/gu;
const separators = /[\s\p{Pd}\u02d7\u2043\u2212]+/gu;
/** Invisible characters, such as soft hyphens and joiners. */
const ignorable = /\p{Default_Ignorable_Code_Point}/gu;
/** Locale-independent case folding; the dotless i stays. */
const foldCase = (letter: string): string =>
  letter === 'ı' ? letter : letter.toLowerCase().toUpperCase().toLowerCase();

/** NFKC, case folding, one apostrophe, hyphens as blanks: double names are written either way. */
export function foldedName(text: string): string {
  // Before NFKC, which turns an acute into a blank and an accent.
  const plain = text.replace(apostrophes, "'").normalize('NFKC').replace(ignorable, '').replace(apostrophes, "'");
  return [...plain].map(foldCase).join('').normalize('NFKC').replace(separators, ' ').replace(/ ?' ?/g, "'").trim();
}
