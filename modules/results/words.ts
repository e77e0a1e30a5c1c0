import type { Translator } from '#src/texts/locale.ts';
import { formatTime } from './rules/time.ts';

/** `1:02:03,4`, with as many digits as the list needs. */
export const timeText = (ms: number, digits: 0 | 1 | 2 | 3, { locale }: Pick<Translator, 'locale'>): string =>
  formatTime(ms, locale === 'de' ? ',' : '.', digits);

/** What stands where a time would, of whoever has none. */
export const statusText = (status: 'finished' | 'dnf' | 'dns' | 'dsq', i18n: Translator): string =>
  i18n.t(`results.status.${status}`);
