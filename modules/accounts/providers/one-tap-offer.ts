import { secretToken } from '#src/kernel/ids.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { AppContext } from '#src/web/http.ts';
import { oneTapNonce, saveOneTapNonce } from './cookies.ts';
import { settingsOf } from './provider-settings.ts';

export type OneTapOffer = { clientId: string; nonce: string; scriptSrc: string };

/**
 * Lets this one page load Google's script, which it does only when somebody asks for it. The built-in test provider is
 * left out: its login page stays a page without scripts.
 */
export function offerOneTap(deps: Deps, context: AppContext): OneTapOffer | null {
  const settings = settingsOf(deps, 'google');
  if (!settings || settings.isTest) return null;
  const nonce = oneTapNonce(context) ?? secretToken(32);
  saveOneTapNonce(deps, context, nonce);
  context.header('content-security-policy', policyFor(settings.issuer));
  // Google's window tells the page how it went; with the shop's usual rule the two could not see each other.
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
