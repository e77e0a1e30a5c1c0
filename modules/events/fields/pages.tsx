import { recordPages, recordTexts } from '../management/record-pages.tsx';
import { existingCatalog } from '../read-catalog.ts';
import { competitionNames } from '../rules/catalog.ts';
import { formFieldInput, newFormFieldInput } from '../shapes.ts';
import { fieldControlOf, fieldForm, fieldShape, fieldStored } from './form.ts';
import { createFormField, updateFormField } from './save-fields.ts';

export const fieldPages = recordPages({
  kind: 'field',
  path: '/admin/events/{event}/dynamic-fields',
  name: 'fields',
  texts: recordTexts('fields'),
  rows: ({ formFields }) => formFields,
  title: ({ name }, { call: { i18n } }) => (i18n.locale === 'de' ? name.de : name.en),
  columns: ({ call: { i18n }, catalog }) => [
    {
      key: 'type',
      title: i18n.t('events.form.fieldType'),
      cell: (row) => i18n.t(`events.option.fieldType.${row.type}`),
    },
    {
      key: 'competitions',
      title: i18n.t('events.form.competitionIds'),
      cell: (row) => competitionNames(catalog, row.competitionIds) || i18n.t('events.fields.everyCompetition'),
    },
    {
      key: 'required',
      title: i18n.t('events.form.isRequired'),
      cell: (row) => (row.isRequired ? i18n.t('form.yes') : i18n.t('form.no')),
    },
  ],
  form: ({ catalog: { competitions } }) => fieldForm(competitions),
  fresh: () => ({ fieldType: 'select' }),
  stored: fieldStored,
  reshape: fieldShape,
  controlOf: fieldControlOf,
  newSchema: newFormFieldInput,
  changeSchema: formFieldInput,
  create: async (work, eventId, data) => {
    const last = (await existingCatalog(work.tx, eventId)).formFields.at(-1);
    return createFormField(work, eventId, { ...data, formFieldOrder: (last?.formFieldOrder ?? 0) + 1 });
  },
  update: updateFormField,
}).routes;
