import { createRemoteJWKSet, customFetch, jwtVerify } from 'jose';
import { OwnError } from '#src/kernel/assert.ts';
import { secretToken } from '#src/kernel/ids.ts';
import { hours, type Instant, plus, seconds } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { AppContext } from '#src/web/http.ts';
import { oneTapNonce, saveOneTapNonce } from './cookies.ts';
import { type KnownPerson, personOfClaims } from './known-person.ts';
import { discover } from './openid.ts';
import { refuseProvider } from './protocol.ts';
import { officialIssuers, requireSettings, settingsOf } from './provider-settings.ts';

/** Google One Tap: a signed credential without a request. All claims and the browser's nonce are checked here. */
const keysCacheMs = hours(1);
const leewaySeconds = 60;

type Keys = { until: Instant; issuer: string; set: ReturnType<typeof createRemoteJWKSet> };
const keysOf = new WeakMap<object, Keys>();

/** @throws Problem NOT_FOUND when Google is off, OAUTH_ERROR for an invalid credential */
export async function personOfCredential(deps: Deps, credential: string, nonce: string | null): Promise<KnownPerson> {
  const settings = requireSettings(deps, 'google');
  try {
    if (nonce === null) throw new OwnError('this browser was given no nonce');
    const now = deps.clock();
    const { issuer, set } = await googleKeys(deps, now);
    const { payload } = await jwtVerify(credential, set, {
      algorithms: ['RS256'],
      audience: settings.clientId,
      // Google's `iss` comes with and without the scheme.
      issuer: issuer === officialIssuers.google ? [issuer, issuer.replace('https://', '')] : issuer,
      clockTolerance: leewaySeconds,
      currentDate: new Date(now),
      requiredClaims: ['sub', 'exp', 'iat', 'nonce'],
    });
    if (payload.nonce !== nonce) throw new OwnError('the nonce is another one');
    if ((payload.iat ?? 0) > now / 1000 + leewaySeconds) throw new OwnError('the credential is from the future');
    return personOfClaims(issuer, { ...payload, sub: payload.sub ?? '' }, now);
  } catch (error) {
    return refuseProvider(deps, 'google', error);
  }
}

async function googleKeys(deps: Deps, now: Instant): Promise<Keys> {
  const cached = keysOf.get(deps);
  if (cached && cached.until > now) return cached;
  const settings = requireSettings(deps, 'google');
  const server = await discover(deps, settings);
  if (!server?.jwks_uri) throw new OwnError('the issuer publishes no keys');
  const set = createRemoteJWKSet(new URL(server.jwks_uri), {
    [customFetch]: (url, options) => deps.fetch(url, options as RequestInit),
    timeoutDuration: seconds(10),
  });
  const keys = { until: plus(now, keysCacheMs), issuer: server.issuer, set };
  keysOf.set(deps, keys);
  return keys;
}

export type OneTapOffer = { clientId: string; nonce: string; scriptSrc: string };

/** Allows Google's script on this page. The test provider is left out, because its login page has no scripts. */
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
