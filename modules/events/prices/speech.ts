import type { Translator } from '#src/texts/locale.ts';
import { type Speech, warningTexts } from '../rules/price-texts.ts';
import { priceStates } from '../rules/price-windows.ts';

/** The texts of a price list in these words, with their places open for the rule that fills them, on either side. */
export function speechOf(words: Translator): Speech {
  const names = ['price', 'first', 'from', 'to', 'quota', 'places', 'sold', 'left', 'state'];
  const places = Object.fromEntries(names.map((name) => [name, `{${name}}`]));
  const each = <Name extends string>(names: readonly Name[], text: (name: Name) => string) =>
    Object.fromEntries(names.map((name) => [name, text(name)])) as Record<Name, string>;
  return {
    locale: words.locale,
    timeZone: words.timeZone,
    texts: {
      warnings: each(warningTexts, (code) => words.t(`events.prices.warning.${code}`, places)),
      states: each(priceStates, (state) => words.t(`events.prices.state.${state}`)),
      stock: words.t('events.prices.stock', places),
      row: words.t('events.prices.row', places),
      open: words.t('events.prices.open'),
      now: words.t('events.prices.now'),
      start: words.t('events.prices.start'),
      legend: each(['sold', 'waits', 'gap'], (part) => words.t(`events.prices.legend.${part}`)),
      title: words.t('events.prices.timeline'),
      warningsTitle: words.t('events.prices.warnings'),
      noWarnings: words.t('events.prices.noWarnings'),
    },
  };
}
