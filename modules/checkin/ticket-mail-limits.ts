import { mailsTo, mailsToOthers } from '#modules/accounts/index.ts';
import type { OrderRecord } from '#modules/orders/index.ts';
import { hasRoomFor } from '#src/data/limits.ts';
import type { Work } from '#src/data/work.ts';

/**
 * Limits of ticket mails to addresses other than the buyer's, over all orders. Their owners have not asked for mail.
 * The README gives the reasons for the numbers; LIMIT_FACTOR does not apply.
 */
export const ticketMailLimits = {
  ...mailsToOthers,
  freeAnHour: { name: 'free-ticket-mails', most: 100, windowMs: hours(1), per: 'account' },
  freeADay: { name: 'free-ticket-mails-day', most: 300, windowMs: days(1), per: 'account' },
} as const satisfies Record<string, Limit>;

/** Counts one mail per address in the posting transaction. Returns the addresses whose limit is reached. */
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
