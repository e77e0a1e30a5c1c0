import type { Translator } from '#src/texts/locale.ts';

/** What people call the provider; an identity of one that is no longer known keeps its name. */
export function providerLabel(words: Translator, provider: string): string {
  const key = `providers.name.${provider}`;
  return words.has(key) ? words.t(key) : provider;
}
