import { importPKCS8, SignJWT } from 'jose';
import * as client from 'openid-client';
import type { OidcConfig } from '#src/config/config.ts';
import { OwnError } from '#src/kernel/assert.ts';
import { days, type Instant, minutes, seconds } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { namesOfAppleUser, type Protocol, personOfClaims } from './known-person.ts';
import { callbackUrl, officialIssuers, type ProviderName } from './provider-settings.ts';

/** Apple expects a signed short-lived token. Setting: `TEAM/KEY/-----BEGIN PRIVATE KEY-----…`, line ends also as `\n`. */
const shape = /^([A-Za-z0-9]+)\/([A-Za-z0-9]+)\/(-----BEGIN PRIVATE KEY-----[\s\S]+-----END PRIVATE KEY-----)\s*$/;
const livesMs = minutes(5);

const partsOf = (setting: string) => shape.exec(setting.replaceAll('\\n', '\n'));
export const isAppleKey = (setting: string): boolean => partsOf(setting) !== null;

/** @throws when the key is not an ES256 key */
export async function appleSecret(
  setting: string,
  { clientId, issuer, now }: { clientId: string; issuer: string; now: Instant },
): Promise<string> {
  const [, team = '', keyId = '', pem = ''] = partsOf(setting) ?? [];
  const issuedAt = Math.floor(now / 1000);
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(team)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + livesMs / 1000)
    .setAudience(issuer)
    .setSubject(clientId)
    .sign(await importPKCS8(pem, 'ES256'));
}

/** OpenID Connect code flow with PKCE, by `openid-client`. */

const timeoutSeconds = 10;
/** Asymmetric algorithms only: neither unsigned nor signed with the client secret. */
const acceptedAlgorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];
const leewayMs = seconds(60);
/** Disables the library's clock check; `checkTimes` uses the shop's clock. */
const anyTime = days(36_500) / 1000;

const scopes: Partial<Record<ProviderName, string>> = {
  // ID Austria registers the claims with the application and gives no address.
  bku: 'openid profile',
};
const appleScope = (issuer: string) => (issuer === officialIssuers.apple ? 'name email' : 'openid name email');

/** Null when the issuer publishes no discovery document. */
export async function discover(deps: Deps, settings: OidcConfig): Promise<client.ServerMetadata | null> {
  let published = true;
  const fetch: client.CustomFetch = async (url, options) => {
    const answer = await deps.fetch(url, options as RequestInit);
    published = answer.ok && /\bjson\b/.test(answer.headers.get('content-type') ?? '');
    return answer;
  };
  try {
    const found = await client.discovery(new URL(settings.issuer), settings.clientId, undefined, client.None(), {
      [client.customFetch]: fetch,
      timeout: timeoutSeconds,
      execute: isPlain(settings.issuer) ? [client.allowInsecureRequests] : [],
    });
    return found.serverMetadata();
  } catch (error) {
    if (!published) return null;
    throw error;
  }
}

const isPlain = (issuer: string): boolean => issuer.startsWith('http:');

function authentication(
  deps: Deps,
  provider: ProviderName,
  settings: OidcConfig,
  server: client.ServerMetadata,
): client.ClientAuth {
  const { clientId, clientSecret, issuer } = settings;
  if (provider === 'apple' && isAppleKey(clientSecret)) {
    return async (_server, _client, body) => {
      body.set('client_id', clientId);
      body.set('client_secret', await appleSecret(clientSecret, { clientId, issuer, now: deps.clock() }));
    };
  }
  const ways = server.token_endpoint_auth_methods_supported;
  if (provider === 'bku' || provider === 'apple' || ways?.includes('client_secret_post')) {
    return client.ClientSecretPost(clientSecret);
  }
  // Unlike the library, leaves unreserved characters (`-`, `.`) unescaped, because some servers do not decode them.
  return (_server, _client, _body, headers) => {
    const [id, secret] = [clientId, clientSecret].map((part) => new URLSearchParams({ part }).toString().slice(5));
    headers.set('authorization', `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`);
  };
}

function configurationOf(
  deps: Deps,
  provider: ProviderName,
  settings: OidcConfig,
  server: client.ServerMetadata,
): client.Configuration {
  const offered = server.id_token_signing_alg_values_supported?.filter((name) => acceptedAlgorithms.includes(name));
  const metadata = { ...server, id_token_signing_alg_values_supported: offered?.length ? offered : ['RS256'] };
  const configuration = new client.Configuration(
    metadata,
    settings.clientId,
    { [client.clockTolerance]: anyTime },
    authentication(deps, provider, settings, server),
  );
  configuration[client.customFetch] = (url, options) => deps.fetch(url, options as RequestInit);
  configuration.timeout = timeoutSeconds;
  if (isPlain(settings.issuer)) client.allowInsecureRequests(configuration);
  // Checks signatures also for tokens received over TLS.
  client.enableNonRepudiationChecks(configuration);
  return configuration;
}

export function openIdProtocol(
  deps: Deps,
  provider: ProviderName,
  settings: OidcConfig,
  server: client.ServerMetadata,
): Protocol {
  const configuration = configurationOf(deps, provider, settings, server);
  const modes = server.response_modes_supported;
  const formPost = provider === 'apple' && (modes === undefined || modes.includes('form_post'));
  return {
    authorizationUrl: async ({ state, nonce, codeVerifier }, { language }) =>
      client.buildAuthorizationUrl(configuration, {
        redirect_uri: callbackUrl(deps, provider),
        scope: provider === 'apple' ? appleScope(settings.issuer) : (scopes[provider] ?? 'openid email profile'),
        state,
        nonce,
        code_challenge: await client.calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ui_locales: language === 'de' ? 'de' : 'en-US',
        ...(formPost ? { response_mode: 'form_post' } : {}),
        ...(provider === 'google' ? { prompt: 'select_account' } : {}),
      }),
    async personOf({ state, nonce, codeVerifier }, answer, extras) {
      const back = new URL(callbackUrl(deps, provider));
      back.search = answer.toString();
      const tokens = await client.authorizationCodeGrant(configuration, back, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new OwnError('no id_token');
      const now = deps.clock();
      checkTimes(claims, now);
      const names = provider === 'apple' ? namesOfAppleUser(extras.appleUser) : {};
      const more = claims.email === undefined ? await userInfo(configuration, tokens.access_token, claims.sub) : {};
      return personOfClaims(settings.issuer, { ...names, ...more, ...claims }, now);
    },
  };
}

function checkTimes({ exp, iat }: { exp: number; iat: number }, now: number): void {
  if (exp * 1000 <= now - leewayMs) throw new OwnError('the id_token is too old');
  if (iat * 1000 > now + leewayMs) throw new OwnError('the id_token is from the future');
}

/** Some issuers give the address only here. On failure the mailed code decides. */
async function userInfo(configuration: client.Configuration, accessToken: string, subject: string) {
  if (!configuration.serverMetadata().userinfo_endpoint) return {};
  return client.fetchUserInfo(configuration, accessToken, subject).catch(() => ({}));
}
