/**
 * Letters and digits that nobody takes for another, read or typed, and no vowels, so that no words come about by chance:
 * the alphabet of voucher codes.
 */
export const cardAlphabet = '3479CDFHJKMNPQRTWXY';
/** With the sign that proves the others. 19 to the power of 15: nobody comes upon one by trying. */
const cardCodeLength = 16;

/** The alphabet has a prime number of signs, so one wrong sign shows, and so do two neighbours that changed places. */
function checkSign(signs: string): string {
  const base = cardAlphabet.length;
  let sum = 0;
  for (const [index, sign] of [...signs].entries()) {
    const weight = (signs.length - index) % 2 === 1 ? 2 : 1;
    sum += cardAlphabet.indexOf(sign) * weight;
  }
  return cardAlphabet[(base - (sum % base)) % base] ?? '';
}

/** A code of so many random signs; `pick(n)` answers a number below n that nobody can foretell. */
export function makeCardCode(pick: (below: number) => number): string {
  const signs = Array.from({ length: cardCodeLength - 1 }, () => cardAlphabet[pick(cardAlphabet.length)]).join('');
  return signs + checkSign(signs);
}

/** As somebody typed it, with spaces, dashes and small letters. null: no card was ever called so. */
export function readCardCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s\u2010-\u2015-]/g, '');
  if (code.length !== cardCodeLength) return null;
  if ([...code].some((sign) => !cardAlphabet.includes(sign))) return null;
  return checkSign(code.slice(0, -1)) === code.slice(-1) ? code : null;
}

/** In groups of four, as people read and type it. */
export const maskedCardCode = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1-');

/** Enough to know it again, and not to spend it. */
export const shortCardCode = (code: string): string => `•••• ${code.slice(-4)}`;
