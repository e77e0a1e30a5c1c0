import { recordPages, recordTexts } from '../management/record-pages.tsx';
import { newProtectionInput, protectionInput } from '../shapes.ts';
import { protectionForm } from './form.ts';
import { createProtection, updateProtection } from './keep-protections.ts';

export const protectionPages = recordPages({
  kind: 'protection',
  path: '/admin/cancellation-protection/{event}',
  name: 'protections',
  texts: recordTexts('protections'),
  rows: ({ cancellationProtections }) => cancellationProtections,
  title: ({ title }) => title,
  columns: ({ call: { words } }) => [
    { key: 'price', title: words.t('events.form.price'), align: 'end', cell: (row) => words.money(row.price) },
  ],
  form: () => protectionForm,
  fresh: () => ({ price: 0 }),
  stored: (row) => row,
  newSchema: newProtectionInput,
  changeSchema: protectionInput,
  create: createProtection,
  update: updateProtection,
}).routes;
