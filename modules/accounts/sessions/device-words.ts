import type { Device } from '#modules/accounts/rules/device.ts';
import type { Translator } from '#src/texts/locale.ts';
import { providerLabel } from '../providers/provider-label.ts';

/** `Firefox auf Windows` */
export function deviceWords(words: Translator, { browser, system }: Device): string {
  if (browser && system) return words.t('security.device.both', { browser, system });
  return browser ?? system ?? words.t('security.device.unknown');
}

/** How a session began, in words; a provider is called by its name. */
export function beganWords(words: Translator, provider: string): string {
  const key = `security.began.${provider}`;
  return words.has(key) ? words.t(key) : words.t('security.began.other', { provider: providerLabel(words, provider) });
}
