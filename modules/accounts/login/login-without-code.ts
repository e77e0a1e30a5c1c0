import type { Deps } from '#src/platform/deps.ts';
import { countTries, loginsWithoutCode } from '../limits.ts';
import { findOrCreateUser } from '../users/users.ts';

/**
 * An address that was typed and not proven, enough to book and pay. It belongs to the account of that address, so that
 * the order is there once the mailbox is proven, but neither reads nor changes anything of it.
 * @throws Problem TOO_MANY_REQUESTS
 */
export async function loginWithoutCode(
  deps: Deps,
  { email, clientAddress }: { email: string; clientAddress: string },
): Promise<{ userId: number }> {
  await countTries(deps.write, [[loginsWithoutCode, clientAddress]], deps.config.limitFactor);
  const { id } = await deps.write((work) => findOrCreateUser(work, email, { language: null }));
  return { userId: id };
}
