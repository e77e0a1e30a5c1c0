import type { AppContext } from '#src/platform/http.ts';

/**
 * No inline scripts or styles, nothing from elsewhere, no frames. `wasm-unsafe-eval` lets the scanner compile its
 * decoder; it does not allow scripts from text.
 */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "media-src 'self' blob:",
  "manifest-src 'self'",
  "worker-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What every answer of the shop carries. */
export function securityHeaders(isHttps: boolean): readonly (readonly [string, string])[] {
  return [
    ['content-security-policy', contentSecurityPolicy],
    ['x-content-type-options', 'nosniff'],
    ['referrer-policy', 'strict-origin-when-cross-origin'],
    ['permissions-policy', 'camera=(self), microphone=(), geolocation=(), payment=(self)'],
    ['cross-origin-opener-policy', 'same-origin'],
    ...(isHttps ? [['strict-transport-security', 'max-age=31536000; includeSubDomains'] as const] : []),
  ];
}

/** An answer that brings a policy or a cache rule of its own keeps it. */
export function setSecurityHeaders(context: AppContext): void {
  const { headers } = context.res;
  for (const [name, value] of securityHeaders(context.var.deps.config.publicUrl.startsWith('https:'))) {
    if (!headers.has(name)) headers.set(name, value);
  }
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
}
