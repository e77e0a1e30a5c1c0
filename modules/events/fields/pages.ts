import { isCalendarDate } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { formatDate, parseDate } from '#src/ui/format.ts';
import { choice, type FormInput, type FormSpec, flag, formOf, text } from '#src/web/forms/fields.ts';
import type { Values } from '#src/web/forms/read-form.ts';
import { offeredIn } from '../management/record-forms.tsx';
import { recordPages, recordTexts } from '../management/record-pages.tsx';
import { existingCatalog } from '../read-catalog.ts';
import { type CatalogCompetition, type CatalogFormField, competitionNames } from '../rules/catalog.ts';
import { formFieldInput, newFormFieldInput } from '../shapes.ts';
import { createFormField, type OptionRow, optionRow, optionsOfRows, updateFormField } from './save-fields.ts';

export const fieldForm = (competitions: readonly CatalogCompetition[]): FormSpec =>
  formOf('events', [
    {
      name: 'field',
      fields: [
        text('nameDe', true),
        text('nameEn'),
        choice('fieldType', ['select', 'text', 'textarea', 'number', 'date', 'checkbox']),
        {
          name: 'options',
          kind: 'rows',
          columns: [text('optionDe'), text('optionEn'), { ...text('optionValue'), hidden: true }],
        },
        text('defaultValue'),
        flag('defaultTicked'),
        flag('isRequired'),
      ],
    },
    {
      name: 'fieldUse',
      fields: [
        ...offeredIn(competitions),
        flag('adoptPrevious'),
        flag('editableOnlyOncePerTeam'),
        flag('includeInConfirmationPdf'),
        text('rrName'),
      ],
    },
  ]);

function fieldStored(field: CatalogFormField, { locale }: Translator) {
  const { type, defaultValue, options } = field;
  const chosen = options.find(({ value }) => value === defaultValue);
  return {
    ...field,
    nameDe: field.name.de,
    nameEn: field.name.en === field.name.de ? '' : field.name.en,
    fieldType: type,
    options: options.map(optionRow),
    defaultValue:
      type === 'checkbox'
        ? ''
        : type === 'date'
          ? formatDate(defaultValue ?? '', locale)
          : type === 'select' && chosen
            ? chosen.label[locale === 'de' ? 'de' : 'en']
            : defaultValue,
    defaultTicked: type === 'checkbox' && defaultValue === 'true',
  };
}

/** Form values as the API takes them. `row`: null for a new field. */
export function fieldShape(values: Values, _: FormInput, i18n: Translator, row: CatalogFormField | null): Values {
  const { nameDe, nameEn, fieldType, options, defaultValue, defaultTicked, ...rest } = values;
  const offered = optionsOfRows((options ?? []) as OptionRow[], row?.formerOptions);
  const defaults = (defaultValue as string | null) ?? '';
  return {
    ...rest,
    type: fieldType,
    name: { de: nameDe ?? '', en: nameEn ?? '' },
    options: offered,
    defaultValue:
      fieldType === 'checkbox'
        ? defaultTicked
          ? 'true'
          : ''
        : parseDefault(String(fieldType), defaults, offered, i18n),
  };
}

/** `options[2].label.de` is the cell `options[2].optionDe`. */
const fieldControlOf = (path: string): string =>
  path
    .replace(/^name\.de$/, 'nameDe')
    .replace(/^name\.en$/, 'nameEn')
    .replace(/^type$/, 'fieldType')
    .replace(/^options(?:\[(\d+)\]|\.(\d+))\.(?:label\.de|value)$/, 'options[$1$2].optionDe')
    .replace(/^options(?:\[(\d+)\]|\.(\d+))\.label\.en$/, 'options[$1$2].optionEn');

/** A default in the user's language: an option by its label, a date by its format. */
function parseDefault(
  type: string,
  input: string,
  options: CatalogFormField['options'],
  { locale }: Translator,
): string {
  if (type === 'date') {
    const date = parseDate(input, locale);
    return date && isCalendarDate(date) ? date : input;
  }
  if (type !== 'select') return input;
  const same = (a: string) => a.toLowerCase() === input.toLowerCase();
  const found =
    options.find(({ label }) => same(label.de) || same(label.en)) ?? options.find(({ value }) => same(value));
  return found?.value ?? input;
}

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
