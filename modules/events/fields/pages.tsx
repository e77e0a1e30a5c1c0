import { recordPages } from '../forms/record-pages.tsx';
import type { Catalog } from '../rules/catalog.ts';
import { formFieldInput, newFormFieldInput } from '../shapes.ts';
import { fieldGroups, fieldShape, fieldStored } from './form.ts';
import { createFormField, deleteFormField, updateFormField } from './keep-fields.ts';

export const fieldPages = recordPages({
  path: '/admin/events/{eventId}/dynamic-fields',
  name: 'fields',
  rows: ({ formFields }) => formFields,
  title: ({ name }, words) => (words.locale === 'de' ? name.de : name.en),
  columns: (words, catalog) => [
    {
      key: 'type',
      title: words.t('events.form.fieldType'),
      cell: (row) => words.t(`events.option.fieldType.${row.type}`),
    },
    {
      key: 'competitions',
      title: words.t('events.form.competitionIds'),
      cell: (row) => competitionNames(catalog, row.competitionIds) || words.t('events.fields.everyCompetition'),
    },
    {
      key: 'required',
      title: words.t('events.form.isRequired'),
      cell: (row) => (row.isRequired ? words.t('events.admin.yes') : words.t('events.admin.no')),
    },
  ],
  groups: ({ competitions }) => fieldGroups(competitions),
  fresh: ({ formFields }) => ({
    fieldType: 'select',
    formFieldOrder: Math.max(0, ...formFields.map((field) => field.formFieldOrder)) + 1,
  }),
  stored: fieldStored,
  reshape: fieldShape,
  newSchema: newFormFieldInput,
  changeSchema: formFieldInput,
  create: createFormField,
  update: updateFormField,
  remove: deleteFormField,
}).routes;

export const competitionNames = ({ competitions }: Catalog, ids: readonly number[]): string =>
  competitions
    .filter(({ id }) => ids.includes(id))
    .map(({ title }) => title)
    .join(', ');
