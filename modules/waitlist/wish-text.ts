import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Cents } from '#src/kernel/money.ts';
import type { Translator } from '#src/texts/locale.ts';
import { type Size, sizeIn } from './rules/sizes.ts';
import type { Wish } from './rules/wish.ts';

type Named = { competition: string; price: Cents | null; size: string | null; variantId: number | null };

export function wishText({ competition, price, size, variantId }: Named, i18n: Translator): string {
  if (variantId !== null) return size ?? i18n.t('waitlist.size.gone');
  return price === null ? competition : i18n.t('waitlist.wish', { competition, price: i18n.money(price) });
}

export function wishOf(catalog: Catalog, { competitionId, priceId, variantId }: Wish, i18n: Translator): string {
  const competition = catalog.competitions.find(({ id }) => id === competitionId);
  const price = competition?.prices.find(({ id }) => id === priceId)?.price ?? null;
  const size = sizeIn(catalog, variantId);
  return wishText({ competition: competition?.title ?? '', price, size: size && sizeName(size), variantId }, i18n);
}

export const sizeName = ({ article, variant }: Size): string =>
  variant.name ? `${article.name}, ${variant.name}` : article.name;
