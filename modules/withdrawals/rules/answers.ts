import type { LineRight } from '#modules/orders/rules/order-item.ts';
import { parseReference } from '#modules/payments/rules/payment-reference.ts';
import type { Instant } from '#src/kernel/time.ts';

/**
 * What an organizer says of a line: it goes back, it was not meant, or why it has no right (`other`: as the note says).
 */
export const lineAnswers = ['accepted', 'untouched', 'leisure', 'custom', 'donation', 'late', 'other'] as const;
export type LineAnswer = (typeof lineAnswers)[number];

const withoutRight = { none_leisure: 'leisure', custom_made: 'custom', none_donation: 'donation' } as const;

/** What the law says of it, for whoever decides. `endsAt`: as `periodEnd` has it. */
export function suggestedAnswer(
  right: LineRight,
  { declaredAt, endsAt, isFromDesk }: { declaredAt: Instant; endsAt: Instant | null; isFromDesk?: boolean | undefined },
): LineAnswer {
  // Bought face to face is no contract at a distance.
  if (isFromDesk) return 'other';
  if (right !== 'goods_14' && right !== 'service_14') return withoutRight[right];
  return endsAt !== null && declaredAt >= endsAt ? 'late' : 'accepted';
}

/** The number of a gift card as its mails say it: `GK-00042`. null: it is none. */
export function cardNumberIn(typed: string): number | null {
  const [, digits] = /^gk[\s-]*(\d{1,12})$/i.exec(typed.trim()) ?? [];
  return Number(digits) || null;
}

/**
 * The number of an order as people type it: `100042`, `Nr. 100042`, `#100042`, or the reference of its transfer,
 * `SB10004217`, whose last two digits only check. null: it is none, or a reference that was mistyped.
 */
export function orderNumberIn(typed: string, referencePrefix: string | null): number | null {
  const referred = referencePrefix === null ? null : parseReference(typed, referencePrefix);
  if (referred !== null) return referred;
  const [, before = '', digits] = /^(\D{0,20})(\d{1,12})$/.exec(typed.trim()) ?? [];
  if (before.toUpperCase() === referencePrefix) return null;
  const number = Number(digits);
  return digits && cardNumberIn(typed) === null && !/[-/.]\d/.test(typed) && number > 0 ? number : null;
}
