import type { Deps } from '#src/runtime/deps.ts';
import type { AppContext } from '#src/web/http.ts';
import { countTries, loginsWithoutCode } from '../limits.ts';
import { openSession } from '../sessions/open-session.ts';
import { findOrCreateUser } from '../users/users.ts';

/** An unproven session books and pays but neither reads nor changes the account. @throws Problem TOO_MANY_REQUESTS */
export async function loginWithoutCode(deps: Deps, context: AppContext, email: string): Promise<string> {
  await countTries(deps.write, [[loginsWithoutCode, context.var.clientAddress]], deps.config.limitFactor);
  return startUnproven(deps, context, email);
}

/** The same without a limit, for visitors admitted by other means. */
export async function startUnproven(deps: Deps, context: AppContext, email: string): Promise<string> {
  const { sessionId, setCookies } = await deps.write(
    async (work) => {
      const { id: userId } = await findOrCreateUser(work, email, { language: null });
      return openSession(work, deps, context, { userId, level: 'unverified', provider: 'address' });
    },
    // A new guest session may be lost; the end of the previous session may not.
    { mayBeLost: context.var.viewer === null },
  );
  setCookies();
  return sessionId;
}
