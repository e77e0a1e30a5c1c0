import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Reader, Tx } from '#src/data/database.ts';
import { fromList, selectRow, selectRows } from '#src/data/hot-statements.ts';
import type { Counted, Limit } from '#src/data/limits.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { emailError, normalizeEmail } from '#src/kernel/email.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { days, hours } from '#src/kernel/time.ts';
import type { Locale } from '#src/texts/locale.ts';
import { userVerified } from '../rules/facts.ts';
import { type AccountAuditType, accountAudits, users } from '../schema.ts';

export type User = typeof users.$inferSelect;

/** The language applies to new accounts only. @throws Problem VALIDATION_FAILED for an invalid address */
export async function findOrCreateUser(
  work: Work,
  email: string,
  { language }: { language: Locale | null },
): Promise<{ id: number; email: string }> {
  const normalized = normalizeEmail(email) ?? refuseFields({ email: [emailError(email)] });
  const { tx, now } = work;
  await tx
    .insert(users)
    .values({ email: normalized, language, createdAt: now })
    .onConflictDoNothing({ target: users.email });
  const user = await selectRow(tx, users, 'where email = ?', [normalized]);
  return present(user, 'an account exists after it was made');
}

/** An account without a person: no mail, no login. An order leaves it when it gets an address. */
export async function buyerWithoutAddress(work: Work, eventId: number): Promise<{ id: number }> {
  const { tx, now } = work;
  const email = `desk-${eventId}`;
  await tx.insert(users).values({ email, createdAt: now }).onConflictDoNothing({ target: users.email });
  const [user] = await tx.select({ id: users.id }).from(users).where(eq(users.email, email));
  return present(user, 'an account exists after it was made');
}

export async function userById(reader: Reader | Tx, id: number): Promise<User | null> {
  return (await selectRow(reader, users, 'where id = ?', [id])) ?? null;
}

export async function noteTermsAccepted({ tx, now }: Work, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(users)
    .set({ termsAcceptedAt: now })
    .where(and(inArray(users.id, [...new Set(ids)]), isNull(users.termsAcceptedAt)));
}

export async function usersById(reader: Reader | Tx, ids: Iterable<number>): Promise<Map<number, User>> {
  const found = await selectRows(reader, users, `where id in ${fromList}`, [JSON.stringify([...ids])]);
  return new Map(found.map((user) => [user.id, user]));
}

async function provenAddresses(reader: Reader | Tx, addresses: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await selectRows(reader, users, `where verified_at is not null and email in ${fromList}`, [
    JSON.stringify(addresses),
  ]);
  return new Set(rows.map(({ email }) => email));
}

type NewAccountAudit = {
  userId: number;
  actorId: number | null;
  type: AccountAuditType;
  /** Without names and addresses, because entries outlive the person. */
  comment?: string;
  network?: string;
};

/** IPv4 by /24. IPv6 addresses are already a /64. */
const networkOf = (address: string): string => address.replace(/^(\d+\.\d+\.\d+)\.\d+$/, '$1.0/24');

export async function addAccountAudit({ tx, now }: Pick<Work, 'tx' | 'now'>, audit: NewAccountAudit): Promise<void> {
  await tx
    .insert(accountAudits)
    .values({ ...audit, comment: audit.comment ?? '', network: networkOf(audit.network ?? ''), createdAt: now });
}

/**
 * Limits of mails to an address caused by orders of others: tickets and questions to list members. `anHour`, `aDay`:
 * free tickets that the orders of one account send to others. The README of
 * checkin gives the reasons for the numbers; LIMIT_FACTOR does not apply.
 */
export const mailsToOthers = {
  toUnproven: { name: 'ticket-mail-to', most: 10, windowMs: days(1), per: 'account' },
  toProven: { name: 'ticket-mail-to-proven', most: 50, windowMs: days(1), per: 'account' },
  anHour: { name: 'free-ticket-mails', most: 100, windowMs: hours(1), per: 'account' },
  aDay: { name: 'free-ticket-mails-day', most: 300, windowMs: days(1), per: 'account' },
} as const satisfies Record<string, Limit>;

export async function mailsTo(reader: Reader | Tx, addresses: readonly string[]): Promise<Map<string, Counted>> {
  const proven = addresses.length === 0 ? new Set() : await provenAddresses(reader, addresses);
  const { toUnproven, toProven } = mailsToOthers;
  return new Map(addresses.map((key) => [key, { limit: proven.has(key) ? toProven : toUnproven, key }]));
}

/** Returns whether this is the first proof. */
export async function proveMailbox(work: Work, userId: number, language: Locale): Promise<boolean> {
  const { tx, now } = work;
  const firstTime = await tx
    .update(users)
    .set({ verifiedAt: now })
    .where(and(eq(users.id, userId), isNull(users.verifiedAt)))
    .returning({ id: users.id });
  if (firstTime.length === 0) return false;
  // The first proof sets the language, which strangers may have set before.
  await tx
    .update(users)
    .set({ language })
    .where(and(eq(users.id, userId), isNull(users.language)));
  await work.announce(userVerified({ userId }));
  return true;
}
