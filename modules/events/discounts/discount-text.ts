import { zeroCents } from '#src/kernel/money.ts';
import type { Translator } from '#src/platform/locale.ts';
import type { Catalog, CatalogDiscount } from '../rules/catalog.ts';
import { competitionNames } from '../rules/catalog.ts';

/** What comes off each ticket: `10 %` or `5,00 €`. */
export const offText = ({ percentOff, amountOff }: CatalogDiscount, words: Translator): string =>
  percentOff === null
    ? words.money(amountOff ?? zeroCents)
    : words.t('events.discount.percent', { percent: String(percentOff) });

/** For whom it is, in a sentence for buyers. */
export function discountText(discount: CatalogDiscount, catalog: Catalog, words: Translator): string {
  const { discountKind, fromCount, childAge, competitionIds } = discount;
  const off = offText(discount, words);
  const competitions = competitionNames(catalog, competitionIds);
  if (discountKind === 'combination') return words.t('events.discount.combination', { off, competitions });
  const text =
    discountKind === 'family'
      ? words.t('events.discount.family', { off, count: fromCount, age: childAge })
      : words.t('events.discount.club', { off, count: fromCount });
  return competitions ? words.t('events.discount.only', { text, competitions }) : text;
}
