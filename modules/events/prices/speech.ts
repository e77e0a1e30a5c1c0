import type { Translator } from '#src/texts/locale.ts';
import { type Speech, warningTexts } from '../rules/price-texts.ts';
import { priceStates } from '../rules/price-windows.ts';

/** The texts of a price list in these words, with their places open for the rule that fills them, on either side. */
export function speechOf(i18n: Translator): Speech {
  const names = ['price', 'first', 'from', 'to', 'quota', 'places', 'sold', 'left', 'state'];
  const places = Object.fromEntries(names.map((name) => [name, `{${name}}`]));
  const each = <Name extends string>(names: readonly Name[], text: (name: Name) => string) =>
    Object.fromEntries(names.map((name) => [name, text(name)])) as Record<Name, string>;
  return {
    locale: i18n.locale,
    timeZone: i18n.timeZone,
    texts: {
      warnings: each(warningTexts, (code) => i18n.t(`events.prices.warning.${code}`, places)),
      states: each(priceStates, (state) => i18n.t(`events.prices.state.${state}`)),
      stock: i18n.t('events.prices.stock', places),
      row: i18n.t('events.prices.row', places),
      open: i18n.t('events.prices.open'),
      now: i18n.t('events.prices.now'),
      start: i18n.t('events.prices.start'),
      legend: each(['sold', 'waits', 'gap'], (part) => i18n.t(`events.prices.legend.${part}`)),
      title: i18n.t('events.prices.timeline'),
      warningsTitle: i18n.t('events.prices.warnings'),
      noWarnings: i18n.t('events.prices.noWarnings'),
    },
  };
}
