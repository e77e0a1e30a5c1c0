import { mailsTo, mailsToOthers } from '#modules/accounts/index.ts';
import type { OrderRecord } from '#modules/orders/index.ts';
import { days, hours } from '#src/kernel/time.ts';
import { hasRoomFor, type Limit } from '#src/platform/limits.ts';
import type { Work } from '#src/platform/work.ts';

/**
 * How many ticket mails go to addresses that are not the buyer's own, whoever ordered. The owner of such an address has asked
 * for nothing. The reasons for the numbers stand in the README. Limits of accounts: LIMIT_FACTOR does not change them.
 */
export const ticketMailLimits = {
  ...mailsToOthers,
  freeAnHour: { name: 'free-ticket-mails', most: 100, windowMs: hours(1), per: 'account' },
  freeADay: { name: 'free-ticket-mails-day', most: 300, windowMs: days(1), per: 'account' },
} as const satisfies Record<string, Limit>;

/**
 * Counts one ticket mail of this order to each of these addresses, in the write that posts them.
 * @returns the addresses that may not get one
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
