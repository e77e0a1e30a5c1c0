/**
 * The text a payer types into a transfer: a short prefix, the order number and two check digits (mod 97-10 over the
 * whole). After the prefix there are digits only, so that no O is taken for a 0. Any single wrong digit and any swap of
 * neighbours is noticed.
 */
import { checkDigits, mod97 } from '#src/kernel/check-digits.ts';

const fewestDigits = 3;
const mostDigits = 12;

/** @throws RangeError for a prefix that is not one to four upper-case letters or a number that is no order number. */
export function makeReference(prefix: string, orderNumber: number): string {
  if (!/^[A-Z]{1,4}$/.test(prefix)) throw new RangeError('a reference prefix is one to four upper-case letters');
  if (!Number.isSafeInteger(orderNumber) || orderNumber < 1 || String(orderNumber).length > mostDigits - 2) {
    throw new RangeError(`not an order number: ${orderNumber}`);
  }
  const body = `${prefix}${orderNumber}`;
  return body + checkDigits(body);
}

type Letter = {
  /** Upper case, umlauts folded, look-alikes beside digits read as digits. */
  character: string;
  isDigit: boolean;
  /** A number may end here: what follows in the original text is not a digit that hangs on. */
  endsRun: boolean;
  startsRun: boolean;
};

const isDigitAt = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
};

function lettersOf(text: string): Letter[] {
  const folded = text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
  const letters: Letter[] = [];
  for (const [word] of folded.matchAll(/[A-Z0-9]+/g)) {
    // O, I and L are digits only where they touch digits; a word such as "Lauf" stays a word.
    const read = word.replace(/[0-9OIL]*\d[0-9OIL]*/g, (run) => run.replaceAll('O', '0').replace(/[IL]/g, '1'));
    for (let at = 0; at < read.length; at += 1) {
      letters.push({
        character: read[at] as string,
        isDigit: isDigitAt(read, at),
        endsRun: !isDigitAt(word, at + 1),
        startsRun: !isDigitAt(word, at - 1),
      });
    }
  }
  return letters;
}

/** Numbers that begin at `from` and whose check digits fit; a blank, dot or line cut inside a number does not matter. */
function numbersFrom(letters: readonly Letter[], from: number, prefix: string): number[] {
  const found: number[] = [];
  let digits = '';
  for (let at = from; letters[at]?.isDigit && digits.length < mostDigits; at += 1) {
    const letter = letters[at] as Letter;
    digits += letter.character;
    if (!letter.endsRun || digits.length < fewestDigits || digits.startsWith('0')) continue;
    if (mod97(prefix + digits) === 1) found.push(Number(digits.slice(0, -2)));
  }
  return found;
}

const unique = (numbers: number[]): number[] => [...new Set(numbers)];

/** Every order number that the text names with prefix and right check digits, in the order of the text. */
export function findReferences(text: string, prefix: string): number[] {
  if (!/\d/.test(text)) return [];
  const letters = lettersOf(text);
  const plain = letters.map((letter) => letter.character).join('');
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
  return unique(
    letters.flatMap((letter, at) => (letter.isDigit && letter.startsRun ? numbersFrom(letters, at, prefix) : [])),
  );
}

/** The one order number that the text names; null when it names none or several. */
export function parseReference(text: string, prefix: string): number | null {
  const found = findReferences(text, prefix);
  return found.length === 1 ? (found[0] as number) : null;
}
