import { checkDigits, mod97 } from '#src/kernel/check-digits.ts';

/**
 * Payment reference: a short prefix, the order number and two check digits (mod 97-10 over the whole). Only digits
 * follow the prefix, so that O and 0 cannot be confused.
 */

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

/** Digit runs without prefix. One in 97 passes by chance, so a match counts only with the exact open amount. */
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

/** Bill numbers start above all possible order numbers, so that both have one format. */
const firstBillNumber = 9_000_000_000;

export const billNumber = (billId: number): number => firstBillNumber + billId;
/** Null: an order number. */
export const billIdOf = (number: number): number | null => (number > firstBillNumber ? number - firstBillNumber : null);

/** End-to-end id of a payout, or message id of a payout file. */
export const payoutReference = (prefix: string, payoutId: number): string => `${prefix}-PAYOUT-${payoutId}`;
export const payoutMessageId = (prefix: string, day: string, fileNumber: number): string =>
  `${prefix}-PAYOUTS-${day.replaceAll('-', '')}-${fileNumber}`;

/** The only payout or payout file named by the text; null for none or several. */
export function readPayoutReference(text: string): { payoutId: number } | { messageId: string } | null {
  // Fast path for nearly every line.
  if (!/-payout/i.test(text)) return null;
  const upper = text.toUpperCase();
  const ids = new Set([...upper.matchAll(/\b[A-Z]{1,4}-PAYOUT-(\d{1,9})\b/g)].map(([, id]) => Number(id)));
  const [payoutId] = ids;
  if (ids.size > 1) return null;
  if (payoutId !== undefined) return { payoutId };
  const files = new Set([...upper.matchAll(/\b([A-Z]{1,4}-PAYOUTS-\d{8}-\d{1,9})\b/g)].map(([, id = '']) => id));
  const [messageId] = files;
  return messageId !== undefined && files.size === 1 ? { messageId } : null;
}

/**
 * The order id at the provider and the end-to-end id of the transfer. Starts with the order's payment reference, so
 * that a returned transfer names the right order. At most 35 characters (SEPA; Saferpay allows 50).
 */
export const refundReference = (prefix: string, orderId: number, refundId: number): string =>
  `${makeReference(prefix, orderId)}-R${refundId}`;

/** The only refund named by a bank line; null for none or several. Ignores blanks and hyphens. */
export function readRefundReference(text: string): { reference: string; refundId: number } | null {
  const found = [...text.toUpperCase().matchAll(/\b([A-Z]{1,4}\d{3,12})\s*-?\s*R(\d{1,9})\b/g)].map(
    ([, reference = '', refundId]) => ({ reference, refundId: Number(refundId) }),
  );
  const [first, ...others] = found;
  return first && others.every(({ refundId }) => refundId === first.refundId) ? first : null;
}
