import { choice, type FormSpec, flag, formOf, money, number, stock, text } from '#src/platform/forms/fields.ts';
import type { Values } from '#src/platform/forms/read-form.ts';
import type { Viewer } from '#src/platform/http.ts';
import { offeredIn } from '../management/offered-in.ts';
import type { CatalogCompetition } from '../rules/catalog.ts';

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
      ],
    },
    { name: 'donation', fields: [money('minPrice'), money('maxPrice'), money('recommendedPrice')] },
    { name: 'offer', fields: [...offeredIn(competitions), flag('teamArticle')] },
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

export const variantForm: FormSpec = formOf('events', [
  { name: 'variant', fields: [text('name'), stock('availableAmount')] },
]);

/** Several at once: the names in one line, and how many there are of each. */
export const newVariantForm: FormSpec = formOf('events', [
  { name: 'newVariants', fields: [text('newNames'), number('newAmount')] },
]);
