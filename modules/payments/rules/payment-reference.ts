/**
 * Payment reference of a transfer: a short prefix, the order number and two check digits (mod 97-10 over the whole).
 * Only digits follow the prefix, so that O and 0 cannot be confused. Detects every single wrong digit and every swap of
 * neighbors.
 */
import { checkDigits, mod97 } from '#src/kernel/check-digits.ts';

const minDigits = 3;
const maxDigits = 12;

/** @throws RangeError unless the prefix has one to four upper-case letters and the number is an order number */
export function makeReference(prefix: string, orderNumber: number): string {
  if (!/^[A-Z]{1,4}$/.test(prefix)) throw new RangeError('a reference prefix is one to four upper-case letters');
  if (!Number.isSafeInteger(orderNumber) || orderNumber < 1 || String(orderNumber).length > maxDigits - 2) {
    throw new RangeError(`not an order number: ${orderNumber}`);
  }
  const body = `${prefix}${orderNumber}`;
  return body + checkDigits(body);
}

/** Upper-case letters and digits: umlauts folded, look-alikes beside digits read as digits. */
type Letters = {
  plain: string;
  /** Per character: whether it is a digit, and whether a number may start or end here. */
  signs: Uint8Array;
};
const [digit, endsRun, startsRun] = [1, 2, 4];

const isDigitAt = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
};

const plainShape = /^[\0-\x7f]*$/;

function lettersOf(text: string): Letters {
  const folded = (plainShape.test(text) ? text : text.normalize('NFD').replace(/\p{M}/gu, '')).toUpperCase();
  const signs = new Uint8Array(folded.length);
  let plain = '';
  for (const [word] of folded.matchAll(/[A-Z0-9]+/g)) {
    if (!/\d/.test(word)) {
      plain += word;
      continue;
    }
    // O, I and L are digits only beside digits; words such as "Lauf" stay.
    const read = word.replace(/[0-9OIL]*\d[0-9OIL]*/g, (run) => run.replaceAll('O', '0').replace(/[IL]/g, '1'));
    for (let at = 0; at < read.length; at += 1) {
      if (!isDigitAt(read, at)) continue;
      const ends = isDigitAt(word, at + 1) ? 0 : endsRun;
      const starts = isDigitAt(word, at - 1) ? 0 : startsRun;
      signs[plain.length + at] = digit | ends | starts;
    }
    plain += read;
  }
  return { plain, signs };
}

/** Numbers from `from` on with valid check digits; blanks, dots and line breaks inside are ignored. */
function numbersFrom({ plain, signs }: Letters, from: number, prefix: string): number[] {
  const found: number[] = [];
  for (let at = from; (signs[at] ?? 0) & digit && at - from < maxDigits; at += 1) {
    const count = at + 1 - from;
    if (!((signs[at] ?? 0) & endsRun) || count < minDigits || plain[from] === '0') continue;
    const digits = plain.slice(from, at + 1);
    if (mod97(prefix + digits) === 1) found.push(Number(digits.slice(0, -2)));
  }
  return found;
}

const unique = (numbers: number[]): number[] => (numbers.length < 2 ? numbers : [...new Set(numbers)]);

/** All order numbers with prefix and valid check digits, in text order. */
export function findReferences(text: string, prefix: string): number[] {
  if (!/\d/.test(text)) return [];
  const letters = lettersOf(text);
  const { plain } = letters;
  const found: number[] = [];
  for (let at = plain.indexOf(prefix); at >= 0; at = plain.indexOf(prefix, at + 1)) {
    found.push(...numbersFrom(letters, at + prefix.length, prefix));
  }
  return unique(found);
}

/**
 * Order numbers of digit runs without prefix. One in 97 runs passes by chance, so a match counts only with the exact
 * open amount.
 */
export function findReferencesWithoutPrefix(text: string, prefix: string): number[] {
  if (!/\d/.test(text)) return [];
  const letters = lettersOf(text);
  const found: number[] = [];
  for (let at = 0; at < letters.plain.length; at += 1) {
    if ((letters.signs[at] ?? 0) & startsRun) found.push(...numbersFrom(letters, at, prefix));
  }
  return unique(found);
}

/** The only order number in the text; null for none or several. */
export function parseReference(text: string, prefix: string): number | null {
  const found = findReferences(text, prefix);
  return found.length === 1 ? (found[0] as number) : null;
}
