import { orderOf } from '#modules/orders/index.ts';
import { entryOf } from '#modules/waitlist/index.ts';
import type { Work } from '#src/data/work.ts';
import type { Transfer } from './read-transfers.ts';

/**
 * Tells recipients of an offer (addressee or current waiting-list entry) that it is over. A pending taker gets a mail
 * about their order instead.
 */
export async function tellOffered(work: Work, transfer: Transfer): Promise<void> {
  const reader = await readerOf(work, transfer);
  if (!reader) return;
  const { id: transferId, linkVersion } = transfer;
  const uniqueKey = `TransferGone|${transferId}|${linkVersion}`;
  const isInLine = transfer.lineUntil !== null;
  await work.post({ type: 'TransferGone', uniqueKey, params: { transferId, isInLine }, ...reader });
}

async function readerOf(
  { tx }: Work,
  { state, email, lineUntil, lineEntryId, fromOrderId }: Transfer,
): Promise<{ recipient: string; locale: string } | null> {
  if (state !== 'offered') return null;
  if (lineUntil !== null) {
    const entry = lineEntryId === null ? null : await entryOf(tx, lineEntryId);
    return entry && { recipient: entry.email, locale: entry.language };
  }
  const order = email === null ? null : await orderOf(tx, fromOrderId);
  return order && email !== null ? { recipient: email, locale: order.language } : null;
}
