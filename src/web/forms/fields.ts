import type { ComponentProps, ReactNode } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import type { Option } from '#src/ui/field.tsx';

/**
 * A form as a list of fields: the same list reads what was posted, writes what is stored, and shows it. A form names the
 * prefix of its words; under it stand `form.<name>`, `form.<name>Hint`, `option.<name>.<value>`, `group.<name>` and
 * `group.<name>Hint`.
 */
export type FieldKind =
  | 'text'
  | 'email'
  | 'long'
  | 'money'
  | 'number'
  | 'percent'
  | 'dateTime'
  | 'date'
  | 'flag'
  | 'choice'
  /** A country's code. */
  | 'country'
  /** An IANA time zone. */
  | 'zone'
  /** `#rrggbb`. */
  | 'colour'
  /** One of `options` by its id, or none. */
  | 'record'
  /** Several of `options`. */
  | 'choices'
  /** One entry a line. */
  | 'lines'
  /** A small table: one record a row, with empty rows for more. */
  | 'rows';

export type Field = {
  /** As conform writes it: `address.street`. */
  name: string;
  kind: FieldKind;
  required?: boolean;
  /** The name that its hint goes by, where a field of that name means something else in another form. */
  hint?: string;
  /** Finished, where no message of the form's prefix is its label. */
  label?: string;
  /** A finished hint, such as a link. */
  help?: ReactNode;
  /** Holds something from the start: by itself that opens no folded group and makes no row. */
  given?: true;
  /** Stands in one row with the field before it. */
  beside?: true;
  /** How many lines a `long` text shows at once. */
  height?: number;
  /** What the control itself is told. */
  control?: Pick<ComponentProps<'input'>, 'maxLength' | 'autoComplete' | 'inputMode' | 'spellCheck' | 'type' | 'lang'>;
  /** A day without a time means its last minute. */
  isEnd?: true;
  /** How it is called that nothing is chosen, where that means something. */
  none?: string;
  /** For a required `choice`: nothing is chosen at first. */
  hasNone?: true;
  /** For `choice`: values whose words are in the locales. */
  values?: readonly string[];
  /** For `choice`, `choices` and `record`: finished labels. */
  options?: readonly Option[];
  /** For `rows`. A column that is `hidden` keeps what a row had. */
  columns?: readonly (Field & { hidden?: true })[];
  /**
   * Stock: sales move it all the time. What was shown is posted beside what is wanted, as `baseline<Name>`, so that only what
   * the person changed is changed.
   */
  stock?: true;
  /** Reads what no kind reads, such as an amount whose unit stands in another field; undefined leaves it to the kind. */
  read?: (text: string, input: FormInput) => { value: unknown } | { error: string } | undefined;
};
export type FieldGroup = {
  name: string;
  fields: readonly Field[];
  /** Opens when something in it is filled or wrong. */
  folded?: true;
  /** What is in it, in a line: then a folded group opens only for what is wrong, disputed or was just changed. */
  told?: (input: FormInput, i18n: Translator) => string;
  /** What is told above its fields. */
  above?: ReactNode;
};
export type FormSpec = { labels: string; groups: readonly FieldGroup[] };
export const formOf = (labels: string, groups: readonly FieldGroup[]): FormSpec => ({ labels, groups });

/** Of a few fields that need no group. */
export const plainForm = (labels: string, ...fields: readonly Field[]): FormSpec =>
  formOf(labels, [{ name: 'plain', fields }]);

/** Texts as they stand in the controls, by the controls' names; of `rows` one a cell, `<name>[<row>].<column>`. */
export type FormInput = Readonly<Record<string, string>>;

export const text = (name: string, required = false): Field => ({ name, kind: 'text', required });
export const long = (name: string): Field => ({ name, kind: 'long' });
export const flag = (name: string): Field => ({ name, kind: 'flag' });
export const money = (name: string, required = false): Field => ({ name, kind: 'money', required });
export const number = (name: string, required = false): Field => ({ name, kind: 'number', required });
export const stock = (name: string): Field => ({ name, kind: 'number', required: true, stock: true });
export const moment = (name: string, required = false): Field => ({ name, kind: 'dateTime', required });
export const end = (name: string, required = false): Field => ({ ...moment(name, required), isEnd: true });
export const choice = (name: string, values: readonly string[]): Field => ({
  name,
  kind: 'choice',
  values,
  required: true,
});

export const fieldsOf = ({ groups }: Pick<FormSpec, 'groups'>): Field[] => groups.flatMap(({ fields }) => fields);

/** `quantity` → `baselineQuantity`, `variant.7.left` → `variant.7.baselineLeft`. */
export const stockBaselineName = (name: string): string =>
  name.replace(/[^.]+$/, (last) => `baseline${last.charAt(0).toUpperCase()}${last.slice(1)}`);

/** The message of a key that is made at run time; the key itself where there is none. */
export const say = (i18n: Translator, key: string): string => (i18n.has(key) ? i18n.t(key) : key);

export const labelOf = ({ labels }: Pick<FormSpec, 'labels'>, { label, name }: Field, i18n: Translator): string =>
  label ?? say(i18n, `${labels}.form.${name}`);

/** Whether a control is that of a field, or one of its cells. */
export const isOf = ({ name }: Pick<Field, 'name'>, control: string): boolean =>
  control === name || control.startsWith(`${name}[`);

/** The control of a path, as conform names it: `options[0].label`. */
export const nameOf = (path: readonly PropertyKey[]): string =>
  path.map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at > 0 ? '.' : ''}${String(part)}`)).join('');

/** The field that a control belongs to: a cell's is its column. */
export function fieldOf(form: FormSpec, control: string): Field | undefined {
  const [name, column] = control.split(/\[\d+\]\.?/);
  const field = fieldsOf(form).find((each) => each.name === name);
  return column ? field?.columns?.find((each) => each.name === column) : field;
}
