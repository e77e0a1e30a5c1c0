import { OwnError } from '#src/kernel/assert.ts';
import { hours, type Instant, plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { errorLine } from '#src/runtime/log.ts';
import type { Locale } from '#src/texts/locale.ts';
import { refuse } from '../rules/problems.ts';
import { facebookProtocol } from './facebook.ts';
import type { KnownPerson } from './known-person.ts';
import { discover, openIdProtocol } from './openid.ts';
import { officialIssuers, type ProviderName, requireSettings } from './provider-settings.ts';

/** The secrets of one request to a provider. */
export type AuthorizationSecrets = { state: string; nonce: string; codeVerifier: string };
export type AuthorizationOptions = {
  language: Locale;
  /** Ask again for what the person did not want to give the last time. */
  again: boolean;
};
/** What came back beside the code, unsigned. */
type Extras = { appleUser: string | null };

/** How a provider is spoken to. */
export type Protocol = {
  /** Where the person goes to log in. */
  authorizationUrl(secrets: AuthorizationSecrets, options: AuthorizationOptions): Promise<URL>;
  /**
   * Exchanges the code and answers who it is; `answer` is the query of the way back.
   * @throws anything when the provider does not answer or its answer is not what it must be
   */
  personOf(secrets: AuthorizationSecrets, answer: URLSearchParams, extras: Extras): Promise<KnownPerson>;
};

const savedMs = hours(1);
type Kept = { until: Instant; protocol: Promise<Protocol> };
/** What discovery found is kept for an hour, and a failure not at all. */
const keptOf = new WeakMap<object, Map<ProviderName, Kept>>();

/**
 * @throws Problem NOT_FOUND for a provider that is switched off, OAUTH_ERROR when it cannot be reached
 */
export async function protocolOf(deps: Deps, provider: ProviderName): Promise<Protocol> {
  const kept = keptOf.get(deps) ?? new Map<ProviderName, Kept>();
  keptOf.set(deps, kept);
  const now = deps.clock();
  let found = kept.get(provider);
  if (!found || found.until <= now) {
    found = { until: plus(now, savedMs), protocol: choose(deps, provider) };
    kept.set(provider, found);
  }
  try {
    return await found.protocol;
  } catch (error) {
    kept.delete(provider);
    throw error;
  }
}

/**
 * Facebook has a protocol of its own. An issuer in its place that publishes a discovery document speaks OpenID Connect
 * like all others.
 */
async function choose(deps: Deps, provider: ProviderName): Promise<Protocol> {
  const settings = requireSettings(deps, provider);
  if (provider === 'facebook' && settings.issuer === officialIssuers.facebook) return facebookProtocol(deps, settings);
  const server = await discover(deps, settings).catch((error: unknown) => refuseProvider(deps, provider, error));
  if (server) return openIdProtocol(deps, provider, settings, server);
  if (provider === 'facebook') return facebookProtocol(deps, settings);
  return refuseProvider(deps, provider, new OwnError('the issuer publishes no discovery document'));
}

/**
 * The reason goes into the log, without what it was about: a token or an address may be in its details.
 * @throws Problem OAUTH_ERROR
 */
export function refuseProvider(deps: Deps, provider: ProviderName, error: unknown): never {
  deps.log.warn('a login by a provider failed', { provider, reason: errorLine(error) });
  return refuse('OAUTH_ERROR');
}
