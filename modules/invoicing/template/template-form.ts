import { choice, type Field, type FormSpec, formOf, long, text } from '#src/web/forms/fields.ts';
import type { FormRecord } from '#src/web/forms/form-input.ts';
import type { Template } from '../read-template.ts';
import { lengthUnits } from '../rules/paper.ts';
import { longestDescription, longestNumberPart, sides } from '../rules/template.ts';

const part = (name: 'prefix' | 'suffix'): Field => ({
  ...text(`accountingGroupNr.${name}`),
  control: { maxLength: longestNumberPart, autoComplete: 'off', spellCheck: false },
});
const description = (name: string): Field => ({ ...long(name), height: 4, control: { maxLength: longestDescription } });

/** The running number is editable until the first paper. */
export const templateForm = ({ isNumbered }: Pick<Template, 'isNumbered'>): FormSpec =>
  formOf('invoicing.template', [
    {
      name: 'numbers',
      fields: [
        part('prefix'),
        ...(isNumbered ? [] : [{ name: 'accountingGroupNr.value', kind: 'number', required: true } as const]),
        part('suffix'),
      ].map((field, at) => (at === 0 ? field : { ...field, beside: true as const })),
    },
    { name: 'texts', fields: [description('descriptionTop'), description('descriptionBottom')] },
    {
      name: 'spacing',
      fields: sides.flatMap((side): Field[] => [
        // Range up to 999.99, like a percentage.
        { name: `spacing.${side}.value`, kind: 'percent', required: true },
        {
          ...choice(`spacing.${side}.unit`, lengthUnits),
          options: lengthUnits.map((unit) => ({ value: unit, label: unit })),
          beside: true,
        },
      ]),
    },
  ]);

export const templateRecord = ({
  accountingGroupNr,
  descriptionTop,
  descriptionBottom,
  spacing,
}: Template): FormRecord => ({ accountingGroupNr, descriptionTop, descriptionBottom, spacing });

/** Errors of a length are shown at its number. */
export const controlOf = (path: string): string => path.replace(/^(spacing\.[a-z]+)$/, '$1.value');
