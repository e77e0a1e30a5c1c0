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
 * Finds or creates the account of an address. The language applies to new accounts only.
 * @throws Problem VALIDATION_FAILED for an invalid address
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
 * Buyer of desk orders without an address: an account without a person. It gets no mail and has no login; an order
 * leaves it when it gets an address.
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

export async function noteTermsAccepted({ tx, now }: Work, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .update(users)
    .set({ termsAcceptedAt: now })
    .where(and(inArray(users.id, [...new Set(ids)]), isNull(users.termsAcceptedAt)));
}

/** Unknown ids are left out. */
export async function usersById(reader: Reader | Tx, ids: Iterable<number>): Promise<Map<number, User>> {
  const found = await selectRows(reader, users, `where id in ${fromList}`, [JSON.stringify([...ids])]);
  return new Map(found.map((user) => [user.id, user]));
}

export async function provenAddresses(reader: Reader | Tx, addresses: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await selectRows(reader, users, `where verified_at is not null and email in ${fromList}`, [
    JSON.stringify(addresses),
  ]);
  return new Set(rows.map(({ email }) => email));
}
