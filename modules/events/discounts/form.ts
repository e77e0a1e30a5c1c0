import type { Translator } from '#src/texts/locale.ts';
import { choice, end, type FormSpec, formOf, money, number, text } from '#src/web/forms/fields.ts';
import { offeredIn } from '../management/offered-in.ts';
import type { Catalog } from '../rules/catalog.ts';
import { discountKinds } from '../rules/discount.ts';
import { fieldName } from './discount-text.ts';

/** The style sheet shows of the fields only those that the kind needs. */
export const discountForm = ({ competitions, formFields }: Catalog, i18n: Translator): FormSpec =>
  formOf('events', [
    {
      name: 'discount',
      fields: [
        { ...text('title', true), hint: 'discountTitle' },
        choice('discountKind', discountKinds),
        number('fromCount'),
        number('childAge'),
        {
          name: 'memberFieldId',
          kind: 'record',
          none: i18n.t('events.form.memberByEmail'),
          options: formFields
            .filter(({ type }) => type === 'text')
            .map((field) => ({ value: String(field.id), label: fieldName(field, i18n) })),
        },
        number('percentOff'),
        money('amountOff'),
        { ...end('availableTo'), hint: 'discountTo' },
        ...offeredIn(competitions).map((field) => ({ ...field, hint: 'discountCompetitions' })),
      ],
    },
  ]);
