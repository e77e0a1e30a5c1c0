// Our own: Hono's secure-headers is a middleware of one policy; ours is also put on pages that are kept and answered
// before any middleware runs, and some pages open it for one host.
import type { AppContext } from '#src/web/http.ts';

/**
 * No inline scripts or styles, nothing from elsewhere, no frames. `wasm-unsafe-eval` lets the scanner compile its
 * decoder; it does not allow scripts from text.
 */
const policy = ({ script = '', image = '', connect = '', form = '' } = {}): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'wasm-unsafe-eval'${script}`,
    "style-src 'self'",
    `img-src 'self' data: blob:${image}`,
    "font-src 'self'",
    `connect-src 'self'${connect}`,
    "media-src 'self' blob:",
    "manifest-src 'self'",
    "worker-src 'self'",
    `form-action 'self'${form}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const contentSecurityPolicy = policy();

/** Google counts by script, by request and, where it must, by picture. */
const googleHosts = ' https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com';
/** Facebook is told by a picture; no script of theirs is ever let in. */
const facebookHost = ' https://www.facebook.com';

/**
 * Of a page whose visitor allowed that others learn of the visit, and of one whose form leads to the payment provider
 * (browsers hold a form's redirects to the policy too); no other page names a host that is not ours.
 */
export const openPolicy = (open: { google: boolean; facebook: boolean; leadsTo: string | null }): string =>
  policy({
    script: open.google ? ' https://www.googletagmanager.com' : '',
    image: (open.google ? googleHosts : '') + (open.facebook ? facebookHost : ''),
    connect: open.google ? googleHosts : '',
    form: open.leadsTo === null ? '' : ` ${open.leadsTo}`,
  });

/** What every answer of the shop carries. */
export function securityHeaders(isHttps: boolean, isSite = false): readonly (readonly [string, string])[] {
  return [
    ['content-security-policy', contentSecurityPolicy],
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['permissions-policy', 'camera=(self), microphone=(), geolocation=(), payment=(self)'],
    ['cross-origin-opener-policy', 'same-origin'],
    // What lies below the name of an organizer is not ours.
    ...(isHttps
      ? [['strict-transport-security', `max-age=31536000${isSite ? '' : '; includeSubDomains'}`] as const]
      : []),
  ];
}

/** An answer that brings a policy or a cache rule of its own keeps it. */
export function setSecurityHeaders(context: AppContext): void {
  const { headers } = context.res;
  const { deps, site } = context.var;
  for (const [name, value] of securityHeaders(deps.config.publicUrl.startsWith('https:'), site !== null)) {
    if (!headers.has(name)) headers.set(name, value);
  }
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
}
