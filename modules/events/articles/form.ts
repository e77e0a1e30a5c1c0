import type { Viewer } from '#src/access/viewer.ts';
import { choice, type Field, type FormSpec, flag, formOf, money, number, stock, text } from '#src/web/forms/fields.ts';
import type { Values } from '#src/web/forms/read-form.ts';
import { offeredIn } from '../management/record-forms.tsx';
import type { CatalogArticle, CatalogCompetition } from '../rules/catalog.ts';
import { articleRights } from '../rules/withdrawal-right.ts';

/** What only donations need stands in a group of its own, which the style sheet shows for them alone. */
export const articleForm = (
  competitions: readonly CatalogCompetition[],
  viewer: Pick<Viewer, 'isSuperAdmin'>,
): FormSpec =>
  formOf('events', [
    {
      name: 'article',
      fields: [
        text('name', true),
        choice('type', ['normal', 'free', 'donation']),
        { ...money('price', true), hint: 'articlePrice' },
        { name: 'vat', kind: 'percent', hint: 'articleVat' },
        { ...choice('withdrawalRight', articleRights), hint: 'articleRight' },
      ],
    },
    { name: 'donation', fields: [money('minPrice'), money('maxPrice'), money('recommendedPrice')] },
    {
      name: 'offer',
      fields: [
        ...offeredIn(competitions),
        flag('teamArticle'),
        // Of a donation nothing is ever sold out.
        { ...flag('hasWaitlist'), hint: 'articleWaitlist' },
      ],
    },
    {
      name: 'amounts',
      fields: [
        number('minAmountPerParticipant'),
        number('maxAmountPerParticipant'),
        number('minAmountPerTeam'),
        number('maxAmountPerTeam'),
      ],
    },
    ...(viewer.isSuperAdmin ? [{ name: 'platform', fields: [flag('soldByStartblock')] }] : []),
  ]);

/** A price that is hidden because the article is free says nothing. */
export const articleShape = (values: Values): Values => (values.type === 'free' ? { ...values, price: 0 } : values);

/**
 * The variants of an article with these numbers, and a line for more: several names at once, and how many there are of
 * each. `readNames` makes a list of the names.
 */
export const variantsForm = (ids: readonly number[], readNames?: Field['read']): FormSpec =>
  formOf('events', [
    {
      name: 'variants',
      fields: ids.flatMap((id) => [text(`variant.${id}.name`), stock(`variant.${id}.availableAmount`)]),
    },
    {
      name: 'newVariants',
      fields: [
        { ...text('variant.new.newNames'), ...(readNames ? { read: readNames } : {}) },
        number('variant.new.newAmount'),
      ],
    },
  ]);

/** As the form shows them: what is still to be had of each. */
export const variantsRecord = (variants: CatalogArticle['variants']) => ({
  variant: Object.fromEntries(
    variants.map(({ id, name, total, sold }) => [id, { name, availableAmount: Math.max(0, total - sold) }]),
  ),
});

/** Pieces of several variants together. */
export function stockOf(variants: CatalogArticle['variants']): { sold: number; left: number; total: number } {
  const sum = (count: (variant: CatalogArticle['variants'][number]) => number) =>
    variants.reduce((all, variant) => all + count(variant), 0);
  const [sold, total] = [sum((variant) => variant.sold), sum((variant) => variant.total)];
  return { sold, total, left: Math.max(0, total - sold) };
}
