// Our own: Hono's secure-headers has one policy; ours also covers cached pages that bypass the middleware, and some pages open it
// for one host.
import type { AppContext } from '#src/web/http.ts';

/**
 * No inline scripts or styles, nothing external, no frames. `wasm-unsafe-eval` lets the scanner compile its decoder; it does not
 * allow `eval`.
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

/** Google Analytics uses scripts, requests and pictures. */
const googleHosts = ' https://*.google-analytics.com https://*.analytics.google.com https://*.googletagmanager.com';
/** The Facebook pixel is a picture; its script is never loaded. */
const facebookHost = ' https://www.facebook.com';

/**
 * The policy after consent to analytics, and of a form that leads to the payment provider, because `form-action` covers redirects
 * too.
 */
export const openPolicy = (open: { google: boolean; facebook: boolean; leadsTo: string | null }): string =>
  policy({
    script: open.google ? ' https://www.googletagmanager.com' : '',
    image: (open.google ? googleHosts : '') + (open.facebook ? facebookHost : ''),
    connect: open.google ? googleHosts : '',
    form: open.leadsTo === null ? '' : ` ${open.leadsTo}`,
  });

/** Headers of every response. */
export function securityHeaders(isHttps: boolean, isSite = false): readonly (readonly [string, string])[] {
  return [
    ['content-security-policy', contentSecurityPolicy],
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['permissions-policy', 'camera=(self), microphone=(), geolocation=(), payment=(self)'],
    ['cross-origin-opener-policy', 'same-origin'],
    // Subdomains of an organizer's host are not ours.
    ...(isHttps
      ? [['strict-transport-security', `max-age=31536000${isSite ? '' : '; includeSubDomains'}`] as const]
      : []),
  ];
}

/** Keeps a policy or cache rule that the response already has. */
export function setSecurityHeaders(context: AppContext): void {
  const { headers } = context.res;
  const { deps, site } = context.var;
  for (const [name, value] of securityHeaders(deps.config.publicUrl.startsWith('https:'), site !== null)) {
    if (!headers.has(name)) headers.set(name, value);
  }
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
}

/** Foreign HTML: no scripts, no forms, nothing external, an opaque origin. */
export const mailPolicy =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; " +
  "img-src 'self' data:; form-action 'none'; frame-ancestors 'self'";
/** The page around it may frame pages of this site. */
export const framingPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
  "frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Pages behind a mailed link, whose address is a secret: no caching, no indexing, no referrer. */
export function behindMailedLink(response: Response): Response {
  const { headers } = response;
  headers.set('referrer-policy', 'same-origin');
  headers.set('x-robots-tag', 'noindex, noarchive');
  headers.set('cache-control', 'private, no-store');
  return response;
}
