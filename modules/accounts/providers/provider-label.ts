import type { Translator } from '#src/texts/locale.ts';

/** An unknown provider keeps its stored name. */
export function providerLabel(i18n: Translator, provider: string): string {
  const key = `providers.name.${provider}`;
  return i18n.has(key) ? i18n.t(key) : provider;
}
