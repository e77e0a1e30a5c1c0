import { recordPages, recordTexts } from '../management/record-pages.tsx';
import { competitionNames } from '../rules/catalog.ts';
import { newQuotaInput, quotaInput } from '../shapes.ts';
import { quotaForm } from './form.ts';
import { createQuota, updateQuota } from './keep-quotas.ts';
import { leftOf } from './left-of.ts';

export const quotaPages = recordPages({
  kind: 'quota',
  path: '/admin/events/{event}/quotas',
  name: 'quotas',
  texts: recordTexts('quotas'),
  rows: ({ quotas }) => quotas,
  title: ({ title }) => title,
  columns: ({ call: { words }, catalog }) => [
    {
      key: 'sold',
      title: words.t('events.admin.sold'),
      align: 'end',
      cell: (row) =>
        words.t('events.admin.soldOf', {
          sold: words.number(row.quotaTotal - leftOf(catalog, row)),
          total: words.number(row.quotaTotal),
        }),
    },
    {
      key: 'competitions',
      title: words.t('events.form.competitionIds'),
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
