import { recordPages, recordTexts } from '../management/record-pages.tsx';
import { competitionNames } from '../rules/catalog.ts';
import { newQuotaInput, quotaInput } from '../shapes.ts';
import { quotaForm } from './form.ts';
import { leftOf } from './left-of.ts';
import { createQuota, updateQuota } from './save-quotas.ts';

export const quotaPages = recordPages({
  kind: 'quota',
  path: '/admin/events/{event}/quotas',
  name: 'quotas',
  texts: recordTexts('quotas'),
  rows: ({ quotas }) => quotas,
  title: ({ title }) => title,
  columns: ({ call: { i18n }, catalog }) => [
    {
      key: 'sold',
      title: i18n.t('events.admin.sold'),
      align: 'end',
      cell: (row) =>
        i18n.t('events.admin.soldOf', {
          sold: i18n.number(row.quotaTotal - leftOf(catalog, row)),
          total: i18n.number(row.quotaTotal),
        }),
    },
    {
      key: 'competitions',
      title: i18n.t('events.form.competitionIds'),
      cell: (row) => competitionNames(catalog, row.competitionIds),
    },
  ],
  form: ({ catalog }) => quotaForm(catalog.competitions),
  fresh: () => ({}),
  stored: (row) => row,
  newSchema: newQuotaInput,
  changeSchema: quotaInput,
  create: createQuota,
  update: updateQuota,
}).routes;
