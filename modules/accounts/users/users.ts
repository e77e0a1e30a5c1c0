import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { Reader, Tx } from '#src/data/database.ts';
import { fromList, selectRow, selectRows } from '#src/data/hot-statements.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { emailError, normalizeEmail } from '#src/kernel/email.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import type { Locale } from '#src/texts/locale.ts';
import { users } from '../schema.ts';

export type User = typeof users.$inferSelect;

/**
 * The account of a mailbox; made when there is none. The language is remembered for a new account only.
 * @throws Problem VALIDATION_FAILED when `email` is no address
 */
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

/**
 * The buyer of what people without an address order at the desk of an event: an account that is nobody's. It has no address,
 * so no mail goes to it, nobody logs in by it, and an order leaves it when it is given to an address.
 */
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

/** Remembers for these accounts that they accepted the terms of use, where that is not known yet. */
export async function noteTermsAccepted({ tx, now }: Work, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(users)
    .set({ termsAcceptedAt: now })
    .where(and(inArray(users.id, [...new Set(ids)]), isNull(users.termsAcceptedAt)));
}

/** The accounts of these ids, by id; unknown ones are left out. */
export async function usersById(reader: Reader | Tx, ids: Iterable<number>): Promise<Map<number, User>> {
  const found = await selectRows(reader, users, `where id in ${fromList}`, [JSON.stringify([...ids])]);
  return new Map(found.map((user) => [user.id, user]));
}

/** Those of these normalized addresses whose owners have proven them. */
export async function provenAddresses(reader: Reader | Tx, addresses: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await selectRows(reader, users, `where verified_at is not null and email in ${fromList}`, [
    JSON.stringify(addresses),
  ]);
  return new Set(rows.map(({ email }) => email));
}
