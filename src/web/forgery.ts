// Our own: Hono's csrf looks at where a post of a form says it comes from, and at nothing else; here every change, JSON
// too, also carries the session's token, and programs without a session need name no origin.

import { isSameSecret } from '#src/access/signer.ts';
import type { Viewer } from '#src/access/viewer.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { AppContext } from '#src/web/http.ts';

const harmless = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Defence against cross-site request forgery: a request that changes something carries the session's token (header
 * `x-csrf-token`, or the field `csrf` of a form). Without a session it must come from this site or name no origin.
 * @throws Problem INVALID_CSRF_TOKEN
 */
export function refuseForgery(context: AppContext, viewer: Viewer | null, fieldToken: string | null): void {
  if (harmless.has(context.req.method)) return;
  refuseForeignOrigin(context);
  if (!viewer) return;
  const token = context.req.header('x-csrf-token') ?? fieldToken ?? '';
  if (!isSameSecret(token, viewer.csrfToken)) refuse('INVALID_CSRF_TOKEN', { reason: 'token' });
}

/** @throws Problem INVALID_CSRF_TOKEN for a request that names another site as where it comes from */
export function refuseForeignOrigin(context: AppContext): void {
  const origin = context.req.header('origin');
  if (origin !== undefined && !isOwnOrigin(context, origin)) refuse('INVALID_CSRF_TOKEN', { reason: 'origin' });
}

/** The request says itself that a page of this site sent it; silence is not enough. */
export function namesOwnOrigin(context: AppContext): boolean {
  const origin = context.req.header('origin');
  return origin !== undefined && isOwnOrigin(context, origin);
}

export function isOwnOrigin(context: AppContext, origin: string): boolean {
  const { site } = context.var;
  // The pages of one host are nobody else's.
  if (site) return origin === site.origin;
  const { publicUrl } = context.var.deps.config;
  if (origin === new URL(publicUrl).origin) return true;
  const host = context.req.header('host');
  if (host === undefined) return false;
  // A shop on https takes nothing that a network in between could have written, but for somebody on the machine itself.
  const isPlainAllowed = publicUrl.startsWith('http:') || /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host);
  return origin === `https://${host}` || (isPlainAllowed && origin === `http://${host}`);
}
