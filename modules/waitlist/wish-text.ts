import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Cents } from '#src/kernel/money.ts';
import type { Translator } from '#src/platform/locale.ts';
import type { Wish } from './rules/wish.ts';

/** What somebody waits for: the competition, or the competition at a price. */
export const wishText = (competition: string, price: Cents | null, words: Translator): string =>
  price === null ? competition : words.t('waitlist.wish', { competition, price: words.money(price) });

/** The same of an entry. */
export function wishOf({ competitions }: Catalog, { competitionId, priceId }: Wish, words: Translator): string {
  const competition = competitions.find(({ id }) => id === competitionId);
  const price = competition?.prices.find(({ id }) => id === priceId);
  return wishText(competition?.title ?? '', price?.price ?? null, words);
}
