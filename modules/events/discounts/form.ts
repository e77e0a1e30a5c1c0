import { choice, type FormSpec, formOf, money, number, text } from '#src/platform/forms/fields.ts';
import { offeredIn } from '../management/offered-in.ts';
import type { CatalogCompetition } from '../rules/catalog.ts';
import { discountKinds } from '../rules/discount.ts';

/** The style sheet shows of the numbers only those that the kind needs. */
export const discountForm = (competitions: readonly CatalogCompetition[]): FormSpec =>
  formOf('events', [
    {
      name: 'discount',
      fields: [
        { ...text('title', true), hint: 'discountTitle' },
        choice('discountKind', discountKinds),
        number('fromCount'),
        number('childAge'),
        number('percentOff'),
        money('amountOff'),
        ...offeredIn(competitions).map((field) => ({ ...field, hint: 'discountCompetitions' })),
      ],
    },
  ]);
