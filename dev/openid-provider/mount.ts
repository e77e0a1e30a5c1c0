import { type Config, type OidcProvider, testProviderPath } from '#src/config/config.ts';
import type { Clock } from '#src/kernel/time.ts';
import { makeOpenIdProvider, type OpenIdProvider } from './provider.ts';

const names: Partial<Record<OidcProvider, string>> = {
  GOOGLE: 'Google',
  APPLE: 'Apple',
  FACEBOOK: 'Facebook',
  BKU: 'ID Austria',
};

/**
 * The test providers of demo mode, below the shop's address. The server calls them in-process, so its public address need not be
 * reachable.
 */
export function mountTestProviders(config: Config, clock: Clock) {
  const providers = new Map<string, OpenIdProvider>();
  for (const [key, settings] of Object.entries(config.oidc)) {
    if (!settings.isTest) continue;
    const provider = makeOpenIdProvider({
      issuer: settings.issuer,
      kind: key === 'FACEBOOK' ? 'facebook' : 'openid',
      name: names[key as OidcProvider] ?? key,
      client: { id: settings.clientId, secret: settings.clientSecret },
      redirectUri: `${config.publicUrl}/auth/callback/${key.toLowerCase()}`,
      clock,
    });
    providers.set(new URL(settings.issuer).pathname, provider);
  }

  function answer(request: Request): Promise<Response> | Response | null {
    if (!request.url.includes(testProviderPath)) return null;
    const { pathname } = new URL(request.url);
    for (const [path, provider] of providers) if (pathname.startsWith(`${path}/`)) return provider.fetch(request);
    return null;
  }

  return {
    answer,
    fetch(url: string, init?: RequestInit): Promise<Response> {
      const isOurs = url.startsWith(`${config.publicUrl}${testProviderPath}/`);
      return Promise.resolve((isOurs && answer(new Request(url, init))) || fetch(url, init));
    },
  };
}
