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

export function setSecurityHeaders(context: AppContext): void {
  const { headers } = context.res;
  if (!headers.has('content-security-policy')) headers.set('content-security-policy', contentSecurityPolicy);
  headers.set('x-content-type-options', 'nosniff');
  headers.set('referrer-policy', 'strict-origin-when-cross-origin');
  headers.set('permissions-policy', 'camera=(self), microphone=(), geolocation=(), payment=(self)');
  headers.set('cross-origin-opener-policy', 'same-origin');
  if (context.var.deps.config.publicUrl.startsWith('https:')) {
    headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains');
  }
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
}
