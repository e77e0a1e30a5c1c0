import type { Work } from '#src/data/work.ts';
import { secretToken } from '#src/kernel/ids.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { AppContext } from '#src/web/http.ts';
import { hashOfSecret } from '../browser-secrets.ts';
import { closeSession } from './end-session.ts';
import { endContinued, endGuestVisit, guestVisitOf, setVisitCookie, takeVisitCookie } from './guest-visit.ts';
import { lifetimeDays, makeLucia } from './lucia.ts';
import { csrfTokenOf, setSessionCookies } from './session-cookies.ts';

type NewSession = {
  userId: number;
  level: 'unverified' | 'verified';
  /** `code`, `address`, a provider's name, `provider-impersonate`, or `return` from that. */
  provider: string;
  /** Default: the visit of the request's session, or of a returning guest. */
  visitId?: string;
  verifiedAt?: Instant | null;
  impersonator?: { userId: number; verifiedAt: Instant | null };
  /** Requires that the request's session still exists: a concurrent logout wins. */
  onlyFromOwn?: boolean;
};

/** Set the cookies after the commit. */
export type OpenedSession = { sessionId: string; visitId: string; setCookies: () => void };

/** Returns the secret id. @throws Problem UNAUTHORIZED when it should follow a session that has ended */
export async function startSession(deps: Deps, context: AppContext, input: NewSession): Promise<string> {
  const { sessionId, setCookies } = await deps.write((work) => openSession(work, deps, context, input));
  setCookies();
  return sessionId;
}

/** Every login gets a new id, which prevents session fixation. @throws Problem UNAUTHORIZED after an ended session */
export async function openSession(
  work: Work,
  deps: Deps,
  context: AppContext,
  input: NewSession,
): Promise<OpenedSession> {
  const lucia = makeLucia(deps, (verb) => verb(work));
  const { viewer } = context.var;
  const isGuest = input.level === 'unverified';
  const continued = !viewer ? await guestVisitOf(work, deps, context, input.userId) : null;
  const visitId = input.visitId ?? viewer?.visitId ?? continued?.visitId ?? secretToken(16);
  const session = await lucia.createSession(input.userId, {
    visitId,
    level: input.level,
    verifiedAt: input.level === 'verified' ? (input.verifiedAt === undefined ? work.now : input.verifiedAt) : null,
    userAgent: context.req.header('user-agent')?.slice(0, 200) ?? null,
    provider: input.provider,
    impersonatorId: input.impersonator?.userId ?? null,
    impersonatorVerifiedAt: input.impersonator?.verifiedAt ?? null,
    impersonatorEmail: null,
    mustRotate: false,
    network: context.var.clientAddress,
    replaces: viewer && input.onlyFromOwn ? hashOfSecret(viewer.sessionId) : null,
  });
  if (viewer) await closeSession(work, context, viewer);
  if (continued) await endContinued(work, continued);
  if (!isGuest) await endGuestVisit(work, deps, context);
  return {
    sessionId: session.id,
    visitId,
    setCookies: () => {
      setSessionCookies(deps, context, session.id, csrfTokenOf(deps, { ...input, visitId }));
      if (isGuest) setVisitCookie(deps, context, { visitId, userId: input.userId }, lifetimeDays);
      else takeVisitCookie(deps, context);
    },
  };
}
