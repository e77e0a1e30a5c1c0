import type { Reader, Tx } from '#src/data/database.ts';
import type { Counted, Limit } from '#src/data/limits.ts';
import { days, hours } from '#src/kernel/time.ts';
import { provenAddresses } from './users.ts';

/**
 * How many mails a day other people's orders may send to an address: tickets, and questions to members of a list. Its owner
 * has asked for nothing. `anHour`, `aDay`: how many the orders of one account may send to others, of tickets those that
 * cost nothing. The reasons for the numbers stand in the README of checkin. Limits of accounts: LIMIT_FACTOR does
 * not change them.
 */
export const mailsToOthers = {
  toUnproven: { name: 'ticket-mail-to', most: 10, windowMs: days(1), per: 'account' },
  toProven: { name: 'ticket-mail-to-proven', most: 50, windowMs: days(1), per: 'account' },
  anHour: { name: 'free-ticket-mails', most: 100, windowMs: hours(1), per: 'account' },
  aDay: { name: 'free-ticket-mails-day', most: 300, windowMs: days(1), per: 'account' },
} as const satisfies Record<string, Limit>;

/** What counts one such mail to each of these addresses. */
export async function mailsTo(reader: Reader | Tx, addresses: readonly string[]): Promise<Map<string, Counted>> {
  const proven = addresses.length === 0 ? new Set() : await provenAddresses(reader, addresses);
  const { toUnproven, toProven } = mailsToOthers;
  return new Map(addresses.map((key) => [key, { limit: proven.has(key) ? toProven : toUnproven, key }]));
}
