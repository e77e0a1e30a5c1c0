import { makeReference } from './payment-reference.ts';

/**
 * What names a refund outside of the house: its order id at the provider and the end-to-end id of its transfer. It begins
 * with the payment reference of its order, so that a transfer that the bank sends back names the right order. Characters
 * and length are what the Saferpay JSON API (`Id`, at most 50) and SEPA (at most 35) allow.
 */
export const refundReference = (prefix: string, orderId: number, refundId: number): string =>
  `${makeReference(prefix, orderId)}-R${refundId}`;

/** The refund that a bank's line names; null: none, or several. Blanks and hyphens may have got lost on the way. */
export function readRefundReference(text: string): { reference: string; refundId: number } | null {
  const found = [...text.toUpperCase().matchAll(/\b([A-Z]{1,4}\d{3,12})\s*-?\s*R(\d{1,9})\b/g)].map(
    ([, reference = '', refundId]) => ({ reference, refundId: Number(refundId) }),
  );
  const [first, ...others] = found;
  return first && others.every(({ refundId }) => refundId === first.refundId) ? first : null;
}
