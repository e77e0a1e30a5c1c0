import type { LineRight } from '#modules/orders/rules/order-item.ts';
import { parseReference } from '#modules/payments/rules/payment-reference.ts';
import type { Instant } from '#src/kernel/time.ts';

/** Answers per line: accepted, not meant, or the reason without right (`other`: see note). */
export const lineAnswers = ['accepted', 'untouched', 'leisure', 'custom', 'donation', 'late', 'other'] as const;
export type LineAnswer = (typeof lineAnswers)[number];

const withoutRight = { none_leisure: 'leisure', custom_made: 'custom', none_donation: 'donation' } as const;

/** The legal default for the person who decides. `endsAt`: see `periodEnd`. */
export function suggestedAnswer(
  right: LineRight,
  { declaredAt, endsAt, isFromDesk }: { declaredAt: Instant; endsAt: Instant | null; isFromDesk?: boolean | undefined },
): LineAnswer {
  if (isFromDesk) return 'other';
  if (right !== 'goods_14' && right !== 'service_14') return withoutRight[right];
  return endsAt !== null && declaredAt >= endsAt ? 'late' : 'accepted';
}

/** Number of a gift card as in its mails: `GK-00042`. Null: none. */
export function cardNumberIn(text: string): number | null {
  const [, digits] = /^gk[\s-]*(\d{1,12})$/i.exec(text.trim()) ?? [];
  return Number(digits) || null;
}

/**
 * Order number as people write it: `100042`, `Nr. 100042`, `#100042`, or the payment reference `SB10004217`, whose last
 * two digits are check digits. Null: none, or mistyped.
 */
export function orderNumberIn(text: string, referencePrefix: string | null): number | null {
  const referred = referencePrefix === null ? null : parseReference(text, referencePrefix);
  if (referred !== null) return referred;
  const [, before = '', digits] = /^(\D{0,20})(\d{1,12})$/.exec(text.trim()) ?? [];
  if (before.toUpperCase() === referencePrefix) return null;
  const number = Number(digits);
  return digits && cardNumberIn(text) === null && !/[-/.]\d/.test(text) && number > 0 ? number : null;
}
