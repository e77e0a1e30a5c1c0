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
