import type { Instant } from '#src/kernel/time.ts';
import type { CardView } from './books.ts';
import type { CardInput } from './page-views.tsx';
import { type TestCard, testCards } from './test-cards.ts';
import type { WordKey } from './words.ts';

export type CardProblem = { field: keyof CardInput; word: WordKey };
export type ReadCard =
  | { card: TestCard; shown: CardView; problems: [] }
  | { card: null; shown: null; problems: CardProblem[] };

/** The test cards of a method; wallets have no form. */
export const cardsFor = (method: string): readonly TestCard[] => testCards.filter(({ brand }) => brand === method);

/** Only masked number, expiry and name are stored. */
export function readCard(cardInput: CardInput, method: string, now: Instant): ReadCard {
  const number = cardInput.number.replace(/[\s-]/g, '');
  const card = testCards.find((each) => each.number === number);
  const problems: CardProblem[] = [];
  if (!card) problems.push({ field: 'number', word: 'wrong.number' });
  else if (card.brand !== method) problems.push({ field: 'number', word: 'wrong.brand' });
  const expiry = expiryOf(cardInput.expiry, now);
  if (!expiry) problems.push({ field: 'expiry', word: 'wrong.expiry' });
  if (!/^\d{3,4}$/.test(cardInput.cvc.trim())) problems.push({ field: 'cvc', word: 'wrong.cvc' });
  const holder = cardInput.holder.trim();
  if (holder === '' || holder.length > 50) problems.push({ field: 'holder', word: 'wrong.holder' });
  if (!card || !expiry || problems.length > 0) return { card: null, shown: null, problems };
  const last4 = number.slice(-4);
  return { card, shown: { masked: `${number.slice(0, 6)}xxxxxx${last4}`, last4, ...expiry, holder }, problems: [] };
}

function expiryOf(text: string, now: Instant): { expYear: number; expMonth: number } | null {
  const match = /^(\d{1,2})\s*[/.\- ]?\s*(?:20)?(\d{2})$/.exec(text.trim());
  if (!match) return null;
  const [expMonth, expYear] = [Number(match[1]), 2000 + Number(match[2])];
  if (expMonth < 1 || expMonth > 12 || Date.UTC(expYear, expMonth, 1) <= now) return null;
  return { expYear, expMonth };
}

/** The form values of a listed card. */
export function filledIn(name: string | null, now: Instant): CardInput {
  const card = testCards.find(({ rule, number }) => name === `${rule}-${number.slice(0, 4)}`);
  if (!card) return { number: '', expiry: '', cvc: '', holder: '' };
  const year = String((new Date(now).getUTCFullYear() + 3) % 100).padStart(2, '0');
  return {
    number: card.number.replace(/(\d{4})(?=\d)/g, '$1 '),
    expiry: `09/${year}`,
    cvc: '123',
    holder: 'Max Mustermann',
  };
}
