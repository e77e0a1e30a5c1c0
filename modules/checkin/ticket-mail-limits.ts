import { mailsTo, mailsToOthers } from '#modules/accounts/index.ts';
import type { OrderRecord } from '#modules/orders/index.ts';
import { hasRoomFor, type Limit } from '#src/data/limits.ts';
import type { Work } from '#src/data/work.ts';
import { days, hours } from '#src/kernel/time.ts';

/**
 * Limits of ticket mails to addresses other than the buyer's, whose owners have not asked for mail. They count the orders of
 * all buyers together. The README gives the reasons for the numbers. LIMIT_FACTOR does not change them.
 */
export const ticketMailLimits = {
  ...mailsToOthers,
  freeAnHour: { name: 'free-ticket-mails', most: 100, windowMs: hours(1), per: 'account' },
  freeADay: { name: 'free-ticket-mails-day', most: 300, windowMs: days(1), per: 'account' },
} as const satisfies Record<string, Limit>;

/**
 * Counts one ticket mail of this order for each address, in the transaction that posts them.
 * @returns the addresses whose limit is reached
 */
export async function fullMailboxes(
  work: Work,
  { userId, totalPrice }: Pick<OrderRecord, 'userId' | 'totalPrice'>,
  addresses: readonly string[],
): Promise<ReadonlySet<string>> {
  const full = new Set<string>();
  const { freeAnHour, freeADay } = ticketMailLimits;
  for (const [address, mail] of await mailsTo(work.tx, addresses)) {
    const counted = [
      mail,
      ...(totalPrice === 0 ? [freeAnHour, freeADay].map((limit) => ({ limit, key: String(userId) })) : []),
    ];
    if (!(await hasRoomFor(work, counted, 1))) full.add(address);
  }
  return full;
}
