import type { Work } from '#src/data/work.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { paths } from '#src/ui/paths.ts';
import type { AppContext } from '#src/web/http.ts';
import { joinPendingIdentity } from '../identities/pending-identity.ts';
import { forgetCookie } from '../providers/cookies.ts';
import { userLoggedIn } from '../rules/facts.ts';
import { hasSecondFactor, withSecondFactor } from '../second-factor/second-factor.ts';
import { type OpenedSession, openSession } from '../sessions/open-session.ts';
import {
  beginPendingLogin,
  forgetPendingCookie,
  type PendingLogin,
  spendPendingLogin,
} from '../sessions/pending-login.ts';
import { rememberDevice } from './known-device.ts';
import { landingOf } from './login-target.ts';

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
 * After the first factor, by page or call: begins the verified session or, when the person has a second factor, asks for it
 * first. Answers the path to go on to, and the session's secret id once there is one.
 */
export async function finishLogin(
  deps: Deps,
  context: AppContext,
  { userId, provider, target }: FinishedLogin,
): Promise<{ next: string; sessionId: string | null }> {
  if (await hasSecondFactor(deps.read, userId)) {
    await beginPendingLogin(deps, context, { userId, provider, target });
    return { next: factorPath, sessionId: null };
  }
  const person = { userId, provider };
  const { sessionId, setCookies } = await deps.write((work) => openVerifiedSession(work, deps, context, person));
  setCookies();
  return { next: await landingAfter(deps, sessionId, target), sessionId };
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
  const factor = { userId, input, network: context.var.clientAddress, isLogin: true };
  const { sessionId, setCookies } = await withSecondFactor(deps, factor, async (work) => {
    await spendPendingLogin(work, pending.id);
    return openVerifiedSession(work, deps, context, { userId, provider });
  });
  forgetPendingCookie(context);
  setCookies();
  return landingAfter(deps, sessionId, target);
}

const landingAfter = async (deps: Deps, sessionId: string, target: string): Promise<string> =>
  landingOf(deps, target === paths.start ? await deps.findViewer(sessionId) : null, target);

/**
 * The session after every factor was shown. From now on this browser is known to the account, and a provider's identity
 * that waited in it for this very mailbox joins.
 */
export async function openVerifiedSession(
  work: Work,
  deps: Deps,
  context: AppContext,
  { userId, provider }: Omit<FinishedLogin, 'target'>,
): Promise<OpenedSession> {
  // The mailbox is proven, and every other factor with it: what a provider knows of the person may join.
  const isJoined = provider === 'code' && (await joinPendingIdentity(work, deps, context, userId));
  const opened = await openSession(work, deps, context, { userId, level: 'verified', provider });
  const { sessionId, visitId, setCookies } = opened;
  // A guest of this very visit turns out to be that person. Who came without a session has begun nothing here.
  if (context.var.viewer) await work.announce(userLoggedIn({ userId, visitId }));
  return {
    sessionId,
    visitId,
    setCookies: () => {
      setCookies();
      rememberDevice(deps, context, userId);
      if (isJoined) forgetCookie(context, 'identity');
    },
  };
}
