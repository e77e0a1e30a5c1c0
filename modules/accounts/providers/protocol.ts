import { OwnError } from '#src/kernel/assert.ts';
import { hours, type Instant, plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { errorLine } from '#src/runtime/log.ts';
import { refuse } from '../rules/problems.ts';
import { facebookProtocol } from './facebook.ts';
import type { Protocol } from './known-person.ts';
import { discover, openIdProtocol } from './openid.ts';
import { officialIssuers, type ProviderName, requireSettings } from './provider-settings.ts';

const savedMs = hours(1);
type CacheEntry = { until: Instant; protocol: Promise<Protocol> };
/** Discovery results are cached for an hour, failures not at all. */
const cacheOf = new WeakMap<object, Map<ProviderName, CacheEntry>>();

/** @throws Problem NOT_FOUND for a disabled provider, OAUTH_ERROR when it cannot be reached */
export async function protocolOf(deps: Deps, provider: ProviderName): Promise<Protocol> {
  const cached = cacheOf.get(deps) ?? new Map<ProviderName, CacheEntry>();
  cacheOf.set(deps, cached);
  const now = deps.clock();
  let found = cached.get(provider);
  if (!found || found.until <= now) {
    found = { until: plus(now, savedMs), protocol: choose(deps, provider) };
    cached.set(provider, found);
  }
  try {
    return await found.protocol;
  } catch (error) {
    cached.delete(provider);
    throw error;
  }
}

/** Facebook has its own protocol, unless the configured issuer publishes a discovery document. */
async function choose(deps: Deps, provider: ProviderName): Promise<Protocol> {
  const settings = requireSettings(deps, provider);
  if (provider === 'facebook' && settings.issuer === officialIssuers.facebook) return facebookProtocol(deps, settings);
  const server = await discover(deps, settings).catch((error: unknown) => refuseProvider(deps, provider, error));
  if (server) return openIdProtocol(deps, provider, settings, server);
  if (provider === 'facebook') return facebookProtocol(deps, settings);
  return refuseProvider(deps, provider, new OwnError('the issuer publishes no discovery document'));
}

/** Leaves details out of the log: they may contain a token or an address. @throws Problem OAUTH_ERROR */
export function refuseProvider(deps: Deps, provider: ProviderName, error: unknown): never {
  deps.log.warn('a login by a provider failed', { provider, reason: errorLine(error) });
  return refuse('OAUTH_ERROR');
}
