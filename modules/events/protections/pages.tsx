import { recordPages } from '../forms/record-pages.tsx';
import { newProtectionInput, protectionInput } from '../shapes.ts';
import { protectionForm } from './form.ts';
import { createProtection, deleteProtection, updateProtection } from './keep-protections.ts';

export const protectionPages = recordPages({
  path: '/admin/cancellation-protection/{event}',
  name: 'protections',
  rows: ({ cancellationProtections }) => cancellationProtections,
  title: ({ title }) => title,
  columns: (words) => [
    { key: 'price', title: words.t('events.form.price'), align: 'end', cell: (row) => words.money(row.price) },
  ],
  form: () => protectionForm,
  fresh: () => ({ price: 0 }),
  stored: (row) => row,
  newSchema: newProtectionInput,
  changeSchema: protectionInput,
  create: createProtection,
  update: (work, _eventId, id, data) => updateProtection(work, id, data),
  remove: (work, _eventId, id) => deleteProtection(work, id),
}).routes;
