import type { Deps } from '#src/runtime/deps.ts';
import type { AppContext } from '#src/web/http.ts';
import { countTries, loginsWithoutCode } from '../limits.ts';
import { openSession } from '../sessions/open-session.ts';
import { findOrCreateUser } from '../users/users.ts';

/**
 * An address that was typed and not proven, enough to book and pay. It belongs to the account of that address, so that
 * the order is there once the mailbox is proven, but neither reads nor changes anything of it. Answers the secret id of
 * the session.
 * @throws Problem TOO_MANY_REQUESTS
 */
export async function loginWithoutCode(deps: Deps, context: AppContext, email: string): Promise<string> {
  await countTries(deps.write, [[loginsWithoutCode, context.var.clientAddress]], deps.config.limitFactor);
  return startUnproven(deps, context, email);
}

/** The same for whom something else lets in, so that nothing is counted. */
export async function startUnproven(deps: Deps, context: AppContext, email: string): Promise<string> {
  const { sessionId, setCookies } = await deps.write(
    async (work) => {
      const { id: userId } = await findOrCreateUser(work, email, { language: null });
      return openSession(work, deps, context, { userId, level: 'unverified', provider: 'address' });
    },
    // Nothing hangs on it so far; but the end of the session that the request came with must not come back.
    { mayBeLost: context.var.viewer === null },
  );
  setCookies();
  return sessionId;
}
