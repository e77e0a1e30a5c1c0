import type { Translator } from '#src/texts/locale.ts';
import type { ExportRow } from './read-exports.ts';

/** `01.03.2026 bis 31.03.2026`; empty when all days are meant. */
export function spanInWords({ fromDate, toDate }: Pick<ExportRow, 'fromDate' | 'toDate'>, words: Translator): string {
  const [from, to] = [fromDate && words.calendarDate(fromDate), toDate && words.calendarDate(toDate)];
  if (from && to) return words.t('exports.span', { from, to });
  if (from) return words.t('exports.since', { from });
  return to ? words.t('exports.until', { to }) : '';
}
