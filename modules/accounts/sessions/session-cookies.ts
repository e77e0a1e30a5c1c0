import { setCookie } from 'hono/cookie';
import type { Viewer } from '#src/access/viewer.ts';
import { days } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { AppContext } from '#src/web/http.ts';
import { isHttps } from '../browser-secrets.ts';
import { takeVisitCookie } from './guest-visit.ts';
import { lifetimeDays, luciaOf } from './lucia.ts';

const csrfCookie = 'csrf-token';

/** Bound to person and visit, so that open forms survive a rotation. */
export const csrfTokenOf = (deps: Deps, { visitId, userId, level }: Pick<Viewer, 'visitId' | 'userId' | 'level'>) =>
  deps.signer.mac('csrf', `${visitId}|${userId}|${level}`);

export function setSessionCookies(deps: Deps, context: AppContext, sessionId: string, csrfToken: string): void {
  context.header('set-cookie', luciaOf(deps).createSessionCookie(sessionId).serialize(), { append: true });
  setCookie(context, csrfCookie, csrfToken, {
    path: '/',
    sameSite: 'Lax',
    secure: isHttps(deps),
    maxAge: days(lifetimeDays) / 1000,
  });
}

export function takeSessionCookies(deps: Deps, context: AppContext): void {
  forgetSession(deps, context);
  takeVisitCookie(deps, context);
}

/** After an expiry: a guest may return to the visit by entering the address again. */
export function forgetSession(deps: Deps, context: AppContext): void {
  context.header('set-cookie', luciaOf(deps).createBlankSessionCookie().serialize(), { append: true });
  setCookie(context, csrfCookie, '', { path: '/', sameSite: 'Lax', secure: isHttps(deps), maxAge: 0 });
}
