import type { Translator } from '#src/texts/locale.ts';

/** What people call the provider; an identity of one that is no longer known keeps its name. */
export function providerLabel(i18n: Translator, provider: string): string {
  const key = `providers.name.${provider}`;
  return i18n.has(key) ? i18n.t(key) : provider;
}
