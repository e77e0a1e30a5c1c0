import type { Translator } from '#src/texts/locale.ts';
import type { ExportRow } from './read-exports.ts';

/** `01.03.2026 bis 31.03.2026`; empty without limits. */
export function spanInWords({ fromDate, toDate }: Pick<ExportRow, 'fromDate' | 'toDate'>, i18n: Translator): string {
  const [from, to] = [fromDate && i18n.calendarDate(fromDate), toDate && i18n.calendarDate(toDate)];
  if (from && to) return i18n.t('exports.span', { from, to });
  if (from) return i18n.t('exports.since', { from });
  return to ? i18n.t('exports.until', { to }) : '';
}
