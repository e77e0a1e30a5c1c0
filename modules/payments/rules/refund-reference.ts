import { makeReference } from './payment-reference.ts';

/**
 * Reference of a refund: order id at the provider and end-to-end id of the transfer. Starts with the payment reference
 * of its order, so that a returned transfer names the right order. Fits the Saferpay JSON API (`Id`, at most 50
 * characters) and SEPA (at most 35).
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
