/**
 * The text a payer types into a transfer: a short prefix, the order number and two check digits (mod 97-10 over the
 * whole). After the prefix there are digits only, so that no O is taken for a 0. Any single wrong digit and any swap of
 * neighbours is noticed.
 */
import { checkDigits, mod97 } from '#src/kernel/check-digits.ts';

const minDigits = 3;
const maxDigits = 12;

/** @throws RangeError for a prefix that is not one to four upper-case letters or a number that is no order number. */
export function makeReference(prefix: string, orderNumber: number): string {
  if (!/^[A-Z]{1,4}$/.test(prefix)) throw new RangeError('a reference prefix is one to four upper-case letters');
  if (!Number.isSafeInteger(orderNumber) || orderNumber < 1 || String(orderNumber).length > maxDigits - 2) {
    throw new RangeError(`not an order number: ${orderNumber}`);
  }
  const body = `${prefix}${orderNumber}`;
  return body + checkDigits(body);
}

/** Letters and digits in upper case, umlauts folded, look-alikes beside digits read as digits. */
type Letters = {
  plain: string;
  /** Of each: whether it is a digit, and whether a number may end or begin here, as no digit of the text hangs on. */
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
    // O, I and L are digits only where they touch digits; a word such as "Lauf" stays a word.
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

/** Numbers that begin at `from` and whose check digits fit; a blank, dot or line cut inside a number does not matter. */
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

/** Every order number that the text names with prefix and right check digits, in the order of the text. */
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
 * Order numbers of digit runs without the prefix. One run in 97 passes by chance, so a match counts only together with
 * the exact open amount.
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

/** The one order number that the text names; null when it names none or several. */
export function parseReference(text: string, prefix: string): number | null {
  const found = findReferences(text, prefix);
  return found.length === 1 ? (found[0] as number) : null;
}
