import type { Viewer } from '#src/access/viewer.ts';
import { choice, type Field, type FormSpec, flag, formOf, money, number, stock, text } from '#src/web/forms/fields.ts';
import type { Values } from '#src/web/forms/read-form.ts';
import { offeredIn } from '../management/record-forms.tsx';
import type { CatalogArticle, CatalogCompetition } from '../rules/catalog.ts';
import { articleRights } from '../rules/withdrawal-right.ts';

/** The style sheet shows the donation group for donations only. */
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
        // A donation is never sold out.
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

/** A free article ignores the hidden price field. */
export const articleShape = (values: Values): Values => (values.type === 'free' ? { ...values, price: 0 } : values);

/** The variants with these ids, and a row that adds several names with one amount. `readNames` parses the names. */
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

export const variantsRecord = (variants: CatalogArticle['variants']) => ({
  variant: Object.fromEntries(
    variants.map(({ id, name, total, sold }) => [id, { name, availableAmount: Math.max(0, total - sold) }]),
  ),
});

export function stockOf(variants: CatalogArticle['variants']): { sold: number; left: number; total: number } {
  const sum = (count: (variant: CatalogArticle['variants'][number]) => number) =>
    variants.reduce((all, variant) => all + count(variant), 0);
  const [sold, total] = [sum((variant) => variant.sold), sum((variant) => variant.total)];
  return { sold, total, left: Math.max(0, total - sold) };
}
