import { secretToken } from '#src/kernel/ids.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { AppContext } from '#src/web/http.ts';
import { oneTapNonce, saveOneTapNonce } from './cookies.ts';
import { settingsOf } from './provider-settings.ts';

export type OneTapOffer = { clientId: string; nonce: string; scriptSrc: string };

/**
 * Allows Google's script on this page, loaded on a click. The test provider is left out, because its login page has no
 * scripts.
 */
export function offerOneTap(deps: Deps, context: AppContext): OneTapOffer | null {
  const settings = settingsOf(deps, 'google');
  if (!settings || settings.isTest) return null;
  const nonce = oneTapNonce(context) ?? secretToken(32);
  saveOneTapNonce(deps, context, nonce);
  context.header('content-security-policy', policyFor(settings.issuer));
  // Google's popup reports to the page, which the default policy prevents.
  context.header('cross-origin-opener-policy', 'same-origin-allow-popups');
  return { clientId: settings.clientId, nonce, scriptSrc: `${settings.issuer}/gsi/client` };
}

function policyFor(issuer: string): string {
  const gsi = `${issuer}/gsi/`;
  return [
    "default-src 'none'",
    `script-src 'self' ${gsi}client`,
    `style-src 'self' ${gsi}style`,
    `frame-src ${gsi}`,
    `connect-src 'self' ${gsi}`,
    "img-src 'self' data:",
    "font-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
