/** What names a payout to an organizer on a bank's line: its end-to-end id, or the message id of its whole file. */
export const payoutReference = (prefix: string, payoutId: number): string => `${prefix}-PAYOUT-${payoutId}`;
export const payoutMessageId = (prefix: string, day: string, fileNumber: number): string =>
  `${prefix}-PAYOUTS-${day.replaceAll('-', '')}-${fileNumber}`;

/** The one payout, or the one file of payouts, that a text of the bank names; null: none, or several. */
export function readPayoutReference(text: string): { payoutId: number } | { messageId: string } | null {
  // Nearly every line of the bank.
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
