import { recordPages, recordTexts } from '../management/record-pages.tsx';
import { newProtectionInput, protectionInput } from '../shapes.ts';
import { protectionForm } from './form.ts';
import { createProtection, updateProtection } from './save-protections.ts';

export const protectionPages = recordPages({
  kind: 'protection',
  path: '/admin/cancellation-protection/{event}',
  name: 'protections',
  texts: recordTexts('protections'),
  rows: ({ cancellationProtections }) => cancellationProtections,
  title: ({ title }) => title,
  columns: ({ call: { i18n } }) => [
    { key: 'price', title: i18n.t('events.form.price'), align: 'end', cell: (row) => i18n.money(row.price) },
  ],
  form: () => protectionForm,
  fresh: () => ({ price: 0 }),
  stored: (row) => row,
  newSchema: newProtectionInput,
  changeSchema: protectionInput,
  create: createProtection,
  update: updateProtection,
}).routes;
