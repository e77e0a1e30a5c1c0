import { eventProblems } from '#modules/events/rules/problems.ts';
import { orderProblems } from '#modules/orders/rules/problems.ts';
import { allSteps } from '#modules/orders/rules/steps.ts';
import { voucherProblems } from '#modules/vouchers/rules/problems.ts';
import { generalProblems } from '#src/kernel/problem.ts';

/** Allow list, so that unknown fields, names, addresses, birth dates and voucher codes are never logged. */
const numbers = new Set([
  'amount',
  'articleId',
  'available',
  'availableAmount',
  'competitionId',
  'competitionPriceId',
  'count',
  'eventId',
  'fieldId',
  'id',
  'max',
  'min',
  'orderId',
  'price',
  'quantity',
  'status',
  'totalPrice',
  'unitPrice',
  'variantId',
]);
const ourWords = new Set(['code', 'kind', 'reason', 'step']);
const groups = new Set(['articles', 'basket', 'cancellationProtections', 'details', 'participants', 'teams']);
const counted = new Set(['appliedVouchers', 'formFieldsSelected', 'voucherCodes']);

/** Baskets nest less deeply. */
const deepest = 8;
const maxListLength = 200;
const maxLetters = 8000;
const maxTextLetters = 500;

type LogValue = number | boolean | string | null | LogValue[] | { [key: string]: LogValue };

const isAmount = (value: unknown): value is number => Number.isSafeInteger(value) && Math.abs(value as number) < 1e10;

/** Listed one by one, since a voucher code may look like a constant. */
const knownWords = new Set<unknown>([
  ...Object.keys({ ...generalProblems, ...eventProblems, ...voucherProblems, ...orderProblems }),
  ...allSteps,
  'PAYMENT_INIT_FAILED',
  'UNKNOWN',
  'deactivated',
  'draftChanged',
  'noResponse',
  'onlyBuyableWithVoucher',
  'sentTwice',
  'teamArticle',
  'unexpectedFetch',
]);
const isOurWord = (value: unknown): value is string => typeof value === 'string' && knownWords.has(value);

function allowedPart(value: unknown, depth: number): LogValue | undefined {
  if (depth > deepest || typeof value !== 'object' || value === null) return undefined;
  if (Array.isArray(value)) {
    return value.slice(0, maxListLength).flatMap((entry) => allowedPart(entry, depth + 1) ?? []);
  }
  const allowed: { [key: string]: LogValue } = {};
  for (const [key, inside] of Object.entries(value)) {
    const saved = savedField(key, inside, depth);
    if (saved !== undefined) allowed[key] = saved;
  }
  return allowed;
}

function savedField(key: string, value: unknown, depth: number): LogValue | undefined {
  if (numbers.has(key)) return isAmount(value) ? value : undefined;
  if (ourWords.has(key)) return isOurWord(value) ? value : undefined;
  if (counted.has(key)) return Array.isArray(value) ? value.length : undefined;
  return groups.has(key) ? allowedPart(value, depth + 1) : undefined;
}

const shortened = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most)}…` : text);

/** A basket, an error or both, reduced to the allowed fields. */
export const withoutPeople = (value: unknown): string =>
  shortened(JSON.stringify(allowedPart(value, 0) ?? null), maxLetters);

/** Log lines of browsers. JSON keeps the allowed fields, truncated JSON nothing; addresses and numbers are masked. */
export function redactedLog(data: string): string {
  const text = data.trim();
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object') return withoutPeople(value);
  } catch {
    if (/^["[{]/.test(text)) return `unreadable, ${text.length} characters`;
  }
  return shortened(
    text
      .slice(0, 4 * maxTextLetters)
      .replace(/[[{].*/su, '…')
      .replace(/[^\s<>"'(),;:]+(?:@|%40|＠)[^\s<>"'(),;:]+/gi, '…@…')
      .replace(/([\w.[\]-]+)=[^&\s]+/g, '$1=…')
      .replace(/\+?\d[\d\s./-]{4,}\d/g, '#')
      .replace(/\p{Cc}+/gu, ' '),
    maxTextLetters,
  );
}
