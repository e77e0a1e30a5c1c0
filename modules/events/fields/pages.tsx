import type { Reading } from '../forms/reading.ts';
import { recordPages } from '../forms/record-pages.tsx';
import type { CatalogFormField } from '../rules/catalog.ts';
import { formFieldInput, newFormFieldInput } from '../shapes.ts';
import { fieldGroups } from './form.ts';
import { createFormField, deleteFormField, updateFormField } from './keep-fields.ts';

/** A choice a line: value, German and English label, with bars between; the later ones may be left out. */
const optionOf = (line: string) => {
  const [value = '', de = value, en = de] = line.split('|').map((part) => part.trim());
  return { value, label: { de: de || value, en: en || de || value } };
};
const optionLine = ({ value, label }: CatalogFormField['options'][number]) =>
  label.de === value && label.en === value ? value : `${value} | ${label.de} | ${label.en}`;

const fieldShape = ({ typed, input, errors }: Reading): Reading => {
  const { nameDe, nameEn, fieldType, options, ...rest } = input;
  return {
    typed,
    errors,
    input: {
      ...rest,
      type: fieldType,
      name: { de: nameDe ?? '', en: nameEn ?? '' },
      options: ((options ?? []) as string[]).map(optionOf),
    },
  };
};

export const fieldPages = recordPages({
  path: '/admin/events/{eventId}/dynamic-fields',
  name: 'fields',
  rows: ({ formFields }) => formFields,
  title: ({ name }, words) => (words.locale === 'de' ? name.de : name.en),
  columns: (words) => [
    {
      key: 'type',
      title: words.t('events.form.fieldType'),
      cell: (row) => words.t(`events.option.fieldType.${row.type}`),
    },
    {
      key: 'required',
      title: words.t('events.form.isRequired'),
      cell: (row) => (row.isRequired ? words.t('events.admin.yes') : words.t('events.admin.no')),
    },
  ],
  groups: ({ competitions }) => fieldGroups(competitions),
  fresh: () => ({ fieldType: 'select', formFieldOrder: 1 }),
  stored: (row) => ({
    ...row,
    nameDe: row.name.de,
    nameEn: row.name.en,
    fieldType: row.type,
    options: row.options.map(optionLine),
  }),
  reshape: fieldShape,
  newSchema: newFormFieldInput,
  changeSchema: formFieldInput,
  create: createFormField,
  update: updateFormField,
  remove: deleteFormField,
}).routes;
