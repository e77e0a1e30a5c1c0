import type { AppContext, Deps } from '#src/platform/http.ts';
import { joinPendingIdentity } from '../providers/pending-identity.ts';
import { hasSecondFactor, withSecondFactor } from '../second-factor/second-factor.ts';
import { startSession } from '../sessions/sessions.ts';
import { rememberDevice } from './known-device.ts';
import { beginPendingLogin, forgetPendingCookie, type PendingLogin, spendPendingLogin } from './pending-login.ts';

export type FinishedLogin = {
  userId: number;
  /** `code`, or the provider that knows the person. */
  provider: string;
  /** Where the login leads, inside this site. */
  target: string;
};

/** Where a browser shows the second factor. */
export const factorPath = '/auth/totp';

/**
 * The last step of every login in the browser, after the person is known: begins the verified session or, when the
 * person has a second factor, asks for it first. Answers the path to go on to.
 */
export async function finishLogin(deps: Deps, context: AppContext, login: FinishedLogin): Promise<string> {
  const { userId, provider, target } = login;
  if (await hasSecondFactor(deps.read, userId)) {
    await beginPendingLogin(deps, context, { userId, provider, target });
    return factorPath;
  }
  await beginVerifiedSession(deps, context, { userId, provider });
  return target;
}

/**
 * Goes on with a login that waited for the second factor. Answers the path that it leads to.
 * @throws Problem INVALID_TOTP_CODE, TOO_MANY_REQUESTS
 */
export async function finishPendingLogin(
  deps: Deps,
  context: AppContext,
  pending: PendingLogin,
  typed: string,
): Promise<string> {
  const { userId, provider, target } = pending;
  const shown = { userId, typed, network: context.var.clientAddress, isLogin: true };
  await withSecondFactor(deps, shown, (work) => spendPendingLogin(work, pending.id));
  forgetPendingCookie(context);
  await beginVerifiedSession(deps, context, { userId, provider });
  return target;
}

/**
 * The session after every factor was shown; answers its secret. From now on this browser is known to the account, and a
 * provider's identity that waited in it for this very mailbox joins.
 */
export async function beginVerifiedSession(
  deps: Deps,
  context: AppContext,
  { userId, provider }: { userId: number; provider: string },
): Promise<string> {
  // The mailbox is proven, and every other factor with it: what a provider knows of the person may join.
  if (provider === 'code') await joinPendingIdentity(deps, context, userId);
  const sessionId = await startSession(deps, context, { userId, level: 'verified', provider });
  rememberDevice(deps, context, userId);
  return sessionId;
}
