import type { Translator } from '#src/texts/locale.ts';
import { ButtonLink } from '#src/ui/form.tsx';
import { choice, end, type FormSpec, formOf, money, number, text } from '#src/web/forms/fields.ts';
import { offeredIn } from '../management/record-forms.tsx';
import { recordPages, recordTexts } from '../management/record-pages.tsx';
import type { Catalog } from '../rules/catalog.ts';
import { childAge, defaultCounts, discountKinds, isShownOnEventPage, membersPath } from '../rules/discount.ts';
import { discountInput, newDiscountInput } from '../shapes.ts';
import { discountText, fieldName } from './discount-text.ts';
import { createDiscount, updateDiscount } from './save-discounts.ts';

/** The style sheet hides fields that the kind does not use. */
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

export const discountPages = recordPages({
  kind: 'discount',
  path: '/admin/events/{event}/discounts',
  name: 'discounts',
  texts: recordTexts('discounts'),
  rows: ({ discounts }) => discounts,
  title: ({ title }) => title,
  columns: ({ call: { i18n }, catalog }) => [
    {
      key: 'gives',
      title: i18n.t('events.discount.gives'),
      cell: (row) =>
        row.discountKind === 'list' ? (
          <>
            {discountText(row, catalog, i18n)}.{' '}
            <a href={membersPath(catalog.event.id, row.id)}>{i18n.t('events.discount.toList')}</a>
          </>
        ) : isShownOnEventPage(catalog, row) ? (
          discountText(row, catalog, i18n)
        ) : (
          <>
            {discountText(row, catalog, i18n)}. <strong>{i18n.t('events.discount.asksNoClub')}</strong>
          </>
        ),
    },
  ],
  form: ({ call: { i18n }, catalog }) => discountForm(catalog, i18n),
  below: ({ call: { i18n }, catalog: { event } }, row) =>
    row.discountKind === 'list' ? (
      <p>
        <ButtonLink href={membersPath(event.id, row.id)}>{i18n.t('events.discount.toList')}</ButtonLink>
      </p>
    ) : null,
  fresh: () => ({ discountKind: 'family', fromCount: defaultCounts.family, childAge }),
  stored: (row) => row,
  newSchema: newDiscountInput,
  changeSchema: discountInput,
  create: createDiscount,
  update: updateDiscount,
}).routes;
