// Our own: Hono's csrf checks only the origin of form posts; here every change, JSON too, carries the session's token, and
// clients without a session need no origin.

import { isSameSecret } from '#src/access/signer.ts';
import type { Viewer } from '#src/access/viewer.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { AppContext } from '#src/web/http.ts';

const harmless = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * CSRF protection: a changing request carries the session's token (header `x-csrf-token`, or the field `csrf`). Without a session
 * it must come from this site or name no origin.
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

/** The request names this site as its origin; a missing origin is not enough. */
export function namesOwnOrigin(context: AppContext): boolean {
  const origin = context.req.header('origin');
  return origin !== undefined && isOwnOrigin(context, origin);
}

export function isOwnOrigin(context: AppContext, origin: string): boolean {
  const { site } = context.var;
  // An organizer's host accepts only its own pages.
  if (site) return origin === site.origin;
  const { publicUrl } = context.var.deps.config;
  if (origin === new URL(publicUrl).origin) return true;
  const host = context.req.header('host');
  if (host === undefined) return false;
  // An https shop accepts no plain http origin, except on localhost.
  const isPlainAllowed = publicUrl.startsWith('http:') || /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host);
  return origin === `https://${host}` || (isPlainAllowed && origin === `http://${host}`);
}
