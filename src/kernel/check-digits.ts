// Our own: a few lines, which the browser uses too.

/** ISO 7064 MOD 97-10 of digits and upper-case letters (A = 10 … Z = 35), computed per character so that numbers stay exact. */
export function mod97(text: string): number {
  let remainder = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const value = code >= 48 && code <= 57 ? code - 48 : code >= 65 && code <= 90 ? code - 55 : -1;
    if (value < 0) throw new RangeError('mod 97 takes digits and upper-case letters only');
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97;
  }
  return remainder;
}

/** The two check digits that make the remainder 1. */
export const checkDigits = (text: string): string => String(98 - mod97(`${text}00`)).padStart(2, '0');

/** As banks print numbers. */
export const inGroupsOfFour = (text: string): string => text.replace(/(.{4})(?=.)/g, '$1 ');

/** Separators that people type: blanks (also no-break spaces), hyphens, dots. */
export const withoutSeparators = (text: string): string => text.replace(/[\s.\-–]/g, '').toUpperCase();
