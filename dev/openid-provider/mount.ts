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
 * The test providers of demo mode, below the shop's own address. The server asks them without leaving the process, so it
 * does not matter whether it can reach its own public address.
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

  /** null: not for any of them. */
  function answer(request: Request): Promise<Response> | Response | null {
    if (!request.url.includes(testProviderPath)) return null;
    const { pathname } = new URL(request.url);
    for (const [path, provider] of providers) if (pathname.startsWith(`${path}/`)) return provider.fetch(request);
    return null;
  }

  return {
    answer,
    /** What the server asks of others, unless it is one of them. */
    fetch(url: string, init?: RequestInit): Promise<Response> {
      const isOurs = url.startsWith(`${config.publicUrl}${testProviderPath}/`);
      return Promise.resolve((isOurs && answer(new Request(url, init))) || fetch(url, init));
    },
  };
}
