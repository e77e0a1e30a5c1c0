import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Translator } from '#src/texts/locale.ts';
import { type Field, type FormSpec, formOf, number } from '#src/web/forms/fields.ts';
import type { FormRecord } from '#src/web/forms/form-input.ts';
import type { Values } from '#src/web/forms/read-form.ts';
import type { RangeRecord } from '../read-ranges.ts';
import { sequences } from '../rules/run.ts';

const competitionsIn = ({ competitions }: Catalog) =>
  competitions.map(({ id, title }) => ({ value: String(id), label: title }));

export const rangeForm = (catalog: Catalog): FormSpec =>
  formOf('bibs', [
    {
      name: 'range',
      fields: [
        { name: 'competitionId', kind: 'record', required: true, options: competitionsIn(catalog) },
        number('first', true),
        { ...number('last', true), beside: true },
      ],
    },
    {
      name: 'free',
      fields: [number('block'), { ...number('gap'), beside: true }, number('reserve')],
    },
  ]);
/** The form shows 0 as an empty field. */
export const rangeRecord = ({ competitionId, first, last, block, gap, reserve }: RangeRecord): FormRecord => ({
  competitionId,
  first,
  last,
  block: block || null,
  gap: gap || null,
  reserve: reserve || null,
});
export const rangeShaped = (values: Values): Values => ({
  ...values,
  block: values.block ?? 0,
  gap: values.gap ?? 0,
  reserve: values.reserve ?? 0,
});

export function assignForm(catalog: Catalog, i18n: Translator): FormSpec {
  const language = i18n.locale === 'de' ? 'de' : 'en';
  const questions = catalog.formFields.filter(({ type }) => type === 'text' || type === 'number');
  const seed: Field = {
    name: 'seedFieldId',
    kind: 'record',
    none: i18n.t('bibs.assign.noSeed'),
    options: questions.map(({ id, name }) => ({ value: String(id), label: name[language] || name.de })),
  };
  const competitions: Field = { name: 'competition', kind: 'choices', options: competitionsIn(catalog) };
  const offered = questions.length > 0 ? sequences : sequences.filter((each) => each !== 'seedTime');
  return formOf('bibs', [
    {
      name: 'assign',
      fields: [
        { name: 'sequence', kind: 'choice', required: true, values: offered },
        ...(questions.length > 0 ? [seed] : []),
        ...(catalog.competitions.length > 1 ? [competitions] : []),
        { name: 'reassign', kind: 'flag' },
      ],
    },
  ]);
}
export function assignShaped({ competition, ...values }: Values): Values {
  const chosen = Array.isArray(competition) && competition.length > 0 ? competition : null;
  return {
    ...values,
    competitionIds: chosen,
    seedFieldId: values.sequence === 'seedTime' ? (values.seedFieldId ?? null) : null,
  };
}
