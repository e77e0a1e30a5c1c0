import { type FormSpec, formOf, number, text } from '#src/web/forms/fields.ts';
import { offeredIn } from '../management/offered-in.ts';
import type { CatalogCompetition } from '../rules/catalog.ts';

export const quotaForm = (competitions: readonly CatalogCompetition[]): FormSpec =>
  formOf('events', [
    {
      name: 'quota',
      fields: [
        { ...text('title', true), hint: 'quotaTitle' },
        number('quotaTotal', true),
        ...offeredIn(competitions).map((field) => ({ ...field, hint: 'quotaCompetitions' })),
      ],
    },
  ]);
