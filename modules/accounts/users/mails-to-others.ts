import type { Reader, Tx } from '#src/data/database.ts';
import type { Counted, Limit } from '#src/data/limits.ts';
import { days, hours } from '#src/kernel/time.ts';
import { provenAddresses } from './users.ts';

/**
 * Daily limit of mails to an address caused by orders of others: tickets and questions to list members. The README of
 * checkin gives the reasons for the numbers; LIMIT_FACTOR does not apply.
 */
export const mailsToOthers = {
  toUnproven: { name: 'ticket-mail-to', most: 10, windowMs: days(1), per: 'account' },
  toProven: { name: 'ticket-mail-to-proven', most: 50, windowMs: days(1), per: 'account' },
  anHour: { name: 'free-ticket-mails', most: 100, windowMs: hours(1), per: 'account' },
  aDay: { name: 'free-ticket-mails-day', most: 300, windowMs: days(1), per: 'account' },
} as const satisfies Record<string, Limit>;

/** Limit entries for these addresses. */
export async function mailsTo(reader: Reader | Tx, addresses: readonly string[]): Promise<Map<string, Counted>> {
  const proven = addresses.length === 0 ? new Set() : await provenAddresses(reader, addresses);
  const { toUnproven, toProven } = mailsToOthers;
  return new Map(addresses.map((key) => [key, { limit: proven.has(key) ? toProven : toUnproven, key }]));
}
