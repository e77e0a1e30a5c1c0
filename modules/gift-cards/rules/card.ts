import type { Cents } from '#src/kernel/money.ts';
import { type CalendarDate, dateIn, dateParts, type Instant, plus, zonedInstant } from '#src/kernel/time.ts';

/**
 * `ordered`: not paid yet · `ready`: pays · `used`: nothing left · `blocked`: by the organizer · `over`: expired ·
 * `dropped`: ordered and never paid.
 */
export const cardStates = ['ordered', 'ready', 'used', 'blocked', 'over', 'dropped'] as const;
export type CardState = (typeof cardStates)[number];

type Stored = {
  rest: Cents;
  issuedAt: Instant | null;
  droppedAt: Instant | null;
  blockedAt: Instant | null;
  validUntil: Instant | null;
};

export function cardState(card: Stored, now: Instant): CardState {
  if (card.droppedAt !== null) return 'dropped';
  if (card.issuedAt === null) return 'ordered';
  if (card.blockedAt !== null) return 'blocked';
  if (card.validUntil !== null && now >= card.validUntil) return 'over';
  return card.rest === 0 ? 'used' : 'ready';
}

/** Years are whole calendar years after the year of sale. */
export type CardTerms = { least: Cents; most: Cents; years: number };
export const usualTerms: CardTerms = { least: 1000 as Cents, most: 25_000 as Cents, years: 3 };
/** Minimum by German law: three years from the end of the year of sale (BGB §§ 195, 199). */
export const minYears = 3;
export const maxYears = 30;
export const maxCardCents = 100_000 as Cents;
export const minCardCents = 100 as Cents;

export function validUntilOf(issuedAt: Instant, years: number, timeZone: string): Instant {
  const { year } = dateParts(dateIn(issuedAt, timeZone));
  return zonedInstant(`${year + years + 1}-01-01` as CalendarDate, 0, 0, timeZone);
}

/** Refunded money can be spent for at least this long, even on an expired card. */
const daysAfterReturn = 90;
export const validAfterReturn = (validUntil: Instant, now: Instant): Instant => {
  const least = plus(now, daysAfterReturn * 86_400_000);
  return validUntil < least ? least : validUntil;
};

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

export const formatCardCode = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, '$1-');

export const shortCardCode = (code: string): string => `•••• ${code.slice(-4)}`;
