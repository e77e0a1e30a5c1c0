import { expect, test } from 'vitest';
import type { CatalogFormField } from '#modules/events/rules/catalog.ts';
import { translatorFor } from '#src/texts/locale.ts';
import { answersOf } from './ticket-pdf.ts';

const field = (change: Partial<CatalogFormField>): CatalogFormField => ({
  id: 1,
  name: { de: 'Frage', en: 'Question' },
  type: 'text',
  options: [],
  formerOptions: [],
  defaultValue: null,
  isRequired: false,
  adoptPrevious: false,
  editableOnlyOncePerTeam: false,
  includeInConfirmationPdf: true,
  formFieldOrder: 1,
  competitionIds: [],
  rrName: null,
  ...change,
});
const options = [{ value: 'm', label: { de: 'Mittel', en: 'Medium' } }];
const formerOptions = [{ value: 'l', label: { de: 'Groß', en: 'Large' } }];

test.each([
  ['text', 'LC Łódź', 'LC Łódź', 'LC Łódź'],
  ['textarea', 'Zeile', 'Zeile', 'Zeile'],
  ['number', '12,5', '12,5', '12,5'],
  ['date', '2026-05-01', '01.05.2026', '05/01/2026'],
  ['checkbox', 'true', 'ja', 'yes'],
  ['select', 'm', 'Mittel', 'Medium'],
  ['select', 'l', 'Groß', 'Large'],
] as const)('an answer to a %s stands on the confirmation: %s', (type, value, german, english) => {
  const order = { formFields: [field({ type, options, formerOptions })] };
  const participant = { formFieldsSelected: [{ fieldId: 1, value }] };
  expect(answersOf({ order, participant }, translatorFor('de'))).toEqual([{ label: 'Frage', value: german }]);
  expect(answersOf({ order, participant }, translatorFor('en-us'))).toEqual([{ label: 'Question', value: english }]);
});

test('what is not marked for it, or not answered, does not', () => {
  const formFieldsSelected = [{ fieldId: 1, value: 'x' }];
  const unmarked = { formFields: [field({ includeInConfirmationPdf: false }), field({ id: 2 })] };
  expect(answersOf({ order: unmarked, participant: { formFieldsSelected } }, translatorFor('de'))).toEqual([]);
});
