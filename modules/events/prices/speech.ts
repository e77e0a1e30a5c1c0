import type { Translator } from '#src/platform/locale.ts';
import type { PriceTexts, Speech } from '../rules/price-texts.ts';

/** The texts of a price list in these words, with their places open for the rule that fills them, on either side. */
export function speechOf(words: Translator): Speech {
  const open = (name: string) => `{${name}}`;
  const places = Object.fromEntries(
    ['price', 'first', 'from', 'to', 'quota', 'places', 'sold', 'left', 'state'].map((name) => [name, open(name)]),
  );
  const warning = (code: keyof PriceTexts['warnings']) => words.t(`events.prices.warning.${code}`, places);
  const state = (name: keyof PriceTexts['states']) => words.t(`events.prices.state.${name}`);
  return {
    locale: words.locale,
    timeZone: words.timeZone,
    texts: {
      warnings: {
        noPrice: warning('noPrice'),
        nothingNow: warning('nothingNow'),
        nothingUntil: warning('nothingUntil'),
        opensLater: warning('opensLater'),
        gap: warning('gap'),
        overlap: warning('overlap'),
        voucherFirst: warning('voucherFirst'),
        afterStart: warning('afterStart'),
        noEnd: warning('noEnd'),
        someLimited: warning('someLimited'),
        quotaAbovePlaces: warning('quotaAbovePlaces'),
        neverReached: warning('neverReached'),
        stopsSale: warning('stopsSale'),
        stopsSaleUntil: warning('stopsSaleUntil'),
        opensGap: warning('opensGap'),
      },
      states: {
        current: state('current'),
        waits: state('waits'),
        later: state('later'),
        past: state('past'),
        soldOut: state('soldOut'),
      },
      stock: words.t('events.prices.stock', places),
      row: words.t('events.prices.row', places),
      open: words.t('events.prices.open'),
      now: words.t('events.prices.now'),
      start: words.t('events.prices.start'),
      legend: {
        sold: words.t('events.prices.legend.sold'),
        waits: words.t('events.prices.legend.waits'),
        gap: words.t('events.prices.legend.gap'),
      },
      title: words.t('events.prices.timeline'),
      warningsTitle: words.t('events.prices.warnings'),
      noWarnings: words.t('events.prices.noWarnings'),
    },
  };
}
