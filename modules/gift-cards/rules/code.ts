/**
 * Letters and digits that are not mistaken for each other; no vowels, so that no words occur. The alphabet of voucher
 * codes.
 */
export const cardAlphabet = '3479CDFHJKMNPQRTWXY';
/** Including the check character; 15 random ones make 19^15 codes, too many to guess. */
const cardCodeLength = 16;

/** The alphabet's size is prime, so the check finds one wrong character and two swapped neighbours. */
function checkSign(signs: string): string {
  const base = cardAlphabet.length;
  let sum = 0;
  for (const [index, sign] of [...signs].entries()) {
    const weight = (signs.length - index) % 2 === 1 ? 2 : 1;
    sum += cardAlphabet.indexOf(sign) * weight;
  }
  return cardAlphabet[(base - (sum % base)) % base] ?? '';
}

/** `pick(n)` returns an unpredictable number below n. */
export function makeCardCode(pick: (below: number) => number): string {
  const signs = Array.from({ length: cardCodeLength - 1 }, () => cardAlphabet[pick(cardAlphabet.length)]).join('');
  return signs + checkSign(signs);
}

/** Ignores spaces, dashes and case. null: cannot be a card code. */
export function readCardCode(typed: string): string | null {
  const code = typed.toUpperCase().replaceAll(/[\s\u2010-\u2015-]/g, '');
  if (code.length !== cardCodeLength) return null;
  if ([...code].some((sign) => !cardAlphabet.includes(sign))) return null;
  return checkSign(code.slice(0, -1)) === code.slice(-1) ? code : null;
}

export const maskedCardCode = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1-');

export const shortCardCode = (code: string): string => `•••• ${code.slice(-4)}`;
