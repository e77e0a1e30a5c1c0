import type { AppContext, Deps } from '#src/platform/http.ts';
import type { Work } from '#src/platform/work.ts';
import { joinPendingIdentity } from '../identities/pending-identity.ts';
import { forgetCookie } from '../providers/cookies.ts';
import { hasSecondFactor, withSecondFactor } from '../second-factor/second-factor.ts';
import { type OpenedSession, openSession } from '../sessions/open-session.ts';
import {
  beginPendingLogin,
  forgetPendingCookie,
  type PendingLogin,
  spendPendingLogin,
} from '../sessions/pending-login.ts';
import { rememberDevice } from './known-device.ts';

type FinishedLogin = {
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
 * Goes on with a login that waited for the second factor: that is used up and the session begun in one transaction.
 * Answers the path that it leads to.
 * @throws Problem INVALID_TOTP_CODE, TOO_MANY_REQUESTS
 */
export async function finishPendingLogin(
  deps: Deps,
  context: AppContext,
  pending: PendingLogin,
  input: string,
): Promise<string> {
  const { userId, provider, target } = pending;
  const shown = { userId, input, network: context.var.clientAddress, isLogin: true };
  const { setCookies } = await withSecondFactor(deps, shown, async (work) => {
    await spendPendingLogin(work, pending.id);
    return openVerifiedSession(work, deps, context, { userId, provider });
  });
  forgetPendingCookie(context);
  setCookies();
  return target;
}

type ShownPerson = { userId: number; provider: string };

/** The session of a person without a second factor; answers its secret. */
export async function beginVerifiedSession(deps: Deps, context: AppContext, person: ShownPerson): Promise<string> {
  const { sessionId, setCookies } = await deps.write((work) => openVerifiedSession(work, deps, context, person));
  setCookies();
  return sessionId;
}

/**
 * The session after every factor was shown. From now on this browser is known to the account, and a provider's identity
 * that waited in it for this very mailbox joins.
 */
export async function openVerifiedSession(
  work: Work,
  deps: Deps,
  context: AppContext,
  { userId, provider }: ShownPerson,
): Promise<OpenedSession> {
  // The mailbox is proven, and every other factor with it: what a provider knows of the person may join.
  const isJoined = provider === 'code' && (await joinPendingIdentity(work, deps, context, userId));
  const { sessionId, setCookies } = await openSession(work, deps, context, { userId, level: 'verified', provider });
  return {
    sessionId,
    setCookies: () => {
      setCookies();
      rememberDevice(deps, context, userId);
      if (isJoined) forgetCookie(context, 'identity');
    },
  };
}
