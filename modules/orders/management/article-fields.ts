import type { CatalogArticle } from '#modules/events/rules/catalog.ts';
import type { Cents } from '#src/kernel/money.ts';
import type { Translator } from '#src/texts/locale.ts';
import type { Field } from '#src/web/forms/fields.ts';
import { articleLineName } from '../participants/order-lines.ts';
import { isOfferedFor, maxArticles as max, variantLeft } from '../rules/article-lines.ts';

/** `value`: `articleId:variantId`. */
type VariantChoice = { value: string; name: string; price: Cents; left: number };

/** Variants in stock for this competition. The amount of a donation is its giver's choice, so there are none. */
export const variantsInStock = (articles: readonly CatalogArticle[], competitionId: number): VariantChoice[] =>
  articles
    .filter((article) => article.type !== 'donation' && isOfferedFor(article, competitionId))
    .flatMap(({ id, name, price, variants }) =>
      variants
        .filter((variant) => variantLeft(variant) > 0)
        .map((variant) => ({
          value: `${id}:${variant.id}`,
          name: articleLineName({ name, variantName: variant.name }),
          price,
          left: variantLeft(variant),
        })),
    );

export const variantChoicePattern = /^\d{1,12}:\d{1,12}$/;

export function piecesOfChoice(choice: string, quantity: number) {
  const [articleId = 0, variantId = 0] = choice.split(':').map(Number);
  return { articleId, variantId, quantity };
}

export const quantityField = (i18n: Translator): Field => ({
  name: 'quantity',
  kind: 'number',
  label: i18n.t('ordersAdmin.item.amount'),
  required: true,
  read: (text) =>
    /^\d{1,3}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= max
      ? { value: Number(text) }
      : { error: i18n.t('orderActions.article.quantity', { most: max }) },
});
