import { ButtonLink } from '#src/ui/form.tsx';
import { recordPages, recordTexts } from '../management/record-pages.tsx';
import { childAge, isToldIn, membersPath, startsWith } from '../rules/discount.ts';
import { discountInput, newDiscountInput } from '../shapes.ts';
import { discountText } from './discount-text.ts';
import { discountForm } from './form.ts';
import { createDiscount, updateDiscount } from './save-discounts.ts';

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
        ) : isToldIn(catalog, row) ? (
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
  fresh: () => ({ discountKind: 'family', fromCount: startsWith.family, childAge }),
  stored: (row) => row,
  newSchema: newDiscountInput,
  changeSchema: discountInput,
  create: createDiscount,
  update: updateDiscount,
}).routes;
