import { and, eq, isNull } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import type { Locale } from '#src/texts/locale.ts';
import { userVerified } from '../rules/facts.ts';
import { users } from '../schema.ts';

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
