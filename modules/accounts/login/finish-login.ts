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
  /** `code`, or the name of the provider. */
  provider: string;
  /** Path after the login, inside this site. */
  target: string;
};

export const factorPath = '/auth/totp';

/** Asks for the second factor or begins the session. Returns the next path, and the secret id of a new session. */
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

/** Uses up the factor in the same transaction. @throws Problem INVALID_TOTP_CODE, TOO_MANY_REQUESTS */
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

/** Begins the session after all factors, remembers the device, and joins a waiting identity. */
export async function openVerifiedSession(
  work: Work,
  deps: Deps,
  context: AppContext,
  { userId, provider }: Omit<FinishedLogin, 'target'>,
): Promise<OpenedSession> {
  // All factors are proven, so a waiting identity may join.
  const isJoined = provider === 'code' && (await joinPendingIdentity(work, deps, context, userId));
  const opened = await openSession(work, deps, context, { userId, level: 'verified', provider });
  const { sessionId, visitId, setCookies } = opened;
  // Only a visit that existed before can contain the drafts of a guest.
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
