import type { Deps } from '#src/runtime/deps.ts';
import type { AppContext } from '#src/web/http.ts';
import { countTries, loginsWithoutCode } from '../limits.ts';
import { openSession } from '../sessions/open-session.ts';
import { findOrCreateUser } from '../users/users.ts';

/**
 * An unproven address is enough to book and pay. The order belongs to the account of the address, but the session
 * neither reads nor changes that account. Returns the session's secret id.
 * @throws Problem TOO_MANY_REQUESTS
 */
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
