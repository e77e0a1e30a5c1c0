import type { Work } from '#src/data/work.ts';
import { withCents } from '#src/kernel/money.ts';
import { type FormSpec, formOf, long, money, text } from '#src/web/forms/fields.ts';
import { recordPages, recordTexts } from '../management/record-pages.tsx';
import { changeRecord, createRecord } from '../records/save.ts';
import { newProtectionInput, type ProtectionInput, protectionInput } from '../shapes.ts';

export const createProtection = (
  work: Work,
  eventId: number,
  input: ProtectionInput & { title: string },
): Promise<number> => createRecord(work, 'protection', eventId, () => ({ ...withCents(input, ['price']), eventId }));

export const updateProtection = (work: Work, protectionId: number, input: ProtectionInput): Promise<void> =>
  changeRecord(work, 'protection', protectionId, async () => withCents(input, ['price']));

export const protectionForm: FormSpec = formOf('events', [
  { name: 'protection', fields: [text('title', true), money('price', true), long('description')] },
]);

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
