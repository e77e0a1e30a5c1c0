import type { Device } from '#modules/accounts/rules/device.ts';
import type { Translator } from '#src/texts/locale.ts';
import { providerLabel } from '../providers/provider-label.ts';

export function deviceWords(i18n: Translator, { browser, system }: Device): string {
  if (browser && system) return i18n.t('security.device.both', { browser, system });
  return browser ?? system ?? i18n.t('security.device.unknown');
}

export function beganWords(i18n: Translator, provider: string): string {
  const key = `security.began.${provider}`;
  return i18n.has(key) ? i18n.t(key) : i18n.t('security.began.other', { provider: providerLabel(i18n, provider) });
}
