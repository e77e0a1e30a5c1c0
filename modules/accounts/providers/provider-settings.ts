import type { OidcConfig, OidcProvider } from '#src/config/config.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';

/** In the order of the login page. */
export const providerNames = ['google', 'apple', 'facebook', 'bku', 'moped', 'risi'] as const;
export type ProviderName = (typeof providerNames)[number];
export const isProviderName = (text: unknown): text is ProviderName => providerNames.includes(text as ProviderName);

export const settingsOf = ({ config }: Pick<Deps, 'config'>, provider: ProviderName): OidcConfig | null =>
  config.oidc[provider.toUpperCase() as OidcProvider] ?? null;

/** @throws Problem NOT_FOUND for a disabled provider */
export const requireSettings = (deps: Pick<Deps, 'config'>, provider: ProviderName): OidcConfig =>
  settingsOf(deps, provider) ?? refuse('NOT_FOUND');

export const activeProviders = (deps: Pick<Deps, 'config'>): ProviderName[] =>
  providerNames.filter((provider) => settingsOf(deps, provider) !== null);

export const officialIssuers = {
  google: 'https://accounts.google.com',
  apple: 'https://appleid.apple.com',
  facebook: 'https://www.facebook.com',
} as const;

/** Must be registered exactly like this at the provider. */
export const callbackUrl = ({ config }: Pick<Deps, 'config'>, provider: ProviderName): string =>
  `${config.publicUrl}/auth/callback/${provider}`;

export function providerLabel(i18n: Translator, provider: string): string {
  const key = `providers.name.${provider}`;
  return i18n.has(key) ? i18n.t(key) : provider;
}
