import { mailsTo, mailsToOthers } from '#modules/accounts/index.ts';
import type { OrderRecord } from '#modules/orders/index.ts';
import { hasRoomFor } from '#src/data/limits.ts';
import type { Work } from '#src/data/work.ts';

/**
 * Counts one ticket mail of this order for each address other than the buyer's, in the transaction that posts them. The
 * README gives the reasons for the limits, which count the orders of all buyers together.
 * @returns the addresses whose limit is reached
 */
export async function fullMailboxes(
  work: Work,
  { userId, totalPrice }: Pick<OrderRecord, 'userId' | 'totalPrice'>,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const full = new Set<string>();
  const { anHour, aDay } = mailsToOthers;
  for (const [address, mail] of await mailsTo(work.tx, addresses)) {
    const counted = [
      mail,
      ...(totalPrice === 0 ? [anHour, aDay].map((limit) => ({ limit, key: String(userId) })) : []),
    ];
    if (!(await hasRoomFor(work, counted, 1))) full.add(address);
  }
  return full;
}
