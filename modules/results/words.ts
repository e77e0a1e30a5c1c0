import type { Translator } from '#src/texts/locale.ts';
import { formatTime } from './rules/time.ts';

export const timeText = (ms: number, digits: 0 | 1 | 2 | 3, { locale }: Pick<Translator, 'locale'>): string =>
  formatTime(ms, locale === 'de' ? ',' : '.', digits);

export const statusText = (status: 'finished' | 'dnf' | 'dns' | 'dsq', i18n: Translator): string =>
  i18n.t(`results.status.${status}`);
