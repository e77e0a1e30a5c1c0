import type { ComponentProps, ReactNode } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import type { Option } from '#src/ui/field.tsx';

/**
 * A form as a list of fields, used to read what was posted, write stored values and render. A form names the prefix of its texts;
 * below it are `form.<name>`, `form.<name>Hint`, `option.<name>.<value>`, `group.<name>` and `group.<name>Hint`.
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
  | 'country'
  /** An IANA time zone. */
  | 'zone'
  /** `#rrggbb`. */
  | 'colour'
  /** One of `options` by its id, or none. */
  | 'record'
  /** Several of `options`. */
  | 'choices'
  /** One entry per line. */
  | 'lines'
  /** A small table: one record per row, with empty rows for more. */
  | 'rows';

export type Field = {
  /** A conform path: `address.street`. */
  name: string;
  kind: FieldKind;
  required?: boolean;
  /** Another name for its hint, where two forms use this name differently. */
  hint?: string;
  /** A finished label, without a message. */
  label?: string;
  /** A finished hint, such as a link. */
  help?: ReactNode;
  /** Has a default, which alone opens no group and makes no row. */
  given?: true;
  /** In one row with the field before it. */
  beside?: true;
  /** Visible lines of a `long` text. */
  height?: number;
  /** Attributes of the control. */
  control?: Pick<ComponentProps<'input'>, 'maxLength' | 'autoComplete' | 'inputMode' | 'spellCheck' | 'type' | 'lang'>;
  /** A day without a time means its last minute. */
  isEnd?: true;
  /** The label of the empty choice. */
  none?: string;
  /** A required `choice` starts empty. */
  hasNone?: true;
  /** For `choice`: values with texts in the locales. */
  values?: readonly string[];
  /** For `choice`, `choices` and `record`: finished labels. */
  options?: readonly Option[];
  /** For `rows`. A `hidden` column preserves its value. */
  columns?: readonly (Field & { hidden?: true })[];
  /**
   * Stock, which sales change all the time. The shown value is posted too, as `baseline<Name>`, so that only the difference is
   * applied.
   */
  stock?: true;
  /** A custom parser, such as for an amount whose unit is another field; undefined falls back to the kind. */
  read?: (text: string, input: FormInput) => { value: unknown } | { error: string } | undefined;
};
export type FieldGroup = {
  name: string;
  fields: readonly Field[];
  /** Folded unless something in it is filled or wrong. */
  folded?: true;
  /** A summary line; with it a folded group opens only for errors, conflicts or recent changes. */
  told?: (input: FormInput, i18n: Translator) => string;
  /** Content above its fields. */
  above?: ReactNode;
};
export type FormSpec = { labels: string; groups: readonly FieldGroup[] };
export const formOf = (labels: string, groups: readonly FieldGroup[]): FormSpec => ({ labels, groups });

/** A form of one group. */
export const plainForm = (labels: string, ...fields: readonly Field[]): FormSpec =>
  formOf(labels, [{ name: 'plain', fields }]);

/** Texts of the controls by name; the cells of `rows` are `<name>[<row>].<column>`. */
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

/** The message of a key made at run time; the key itself when there is none. */
export const say = (i18n: Translator, key: string): string => (i18n.has(key) ? i18n.t(key) : key);

export const labelOf = ({ labels }: Pick<FormSpec, 'labels'>, { label, name }: Field, i18n: Translator): string =>
  label ?? say(i18n, `${labels}.form.${name}`);

/** Whether a control belongs to a field or one of its cells. */
export const isOf = ({ name }: Pick<Field, 'name'>, control: string): boolean =>
  control === name || control.startsWith(`${name}[`);

/** The control of a schema path, as conform names it: `options[0].label`. */
export const nameOf = (path: readonly PropertyKey[]): string =>
  path.map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at > 0 ? '.' : ''}${String(part)}`)).join('');

/** The field of a control; for a cell its column. */
export function fieldOf(form: FormSpec, control: string): Field | undefined {
  const [name, column] = control.split(/\[\d+\]\.?/);
  const field = fieldsOf(form).find((each) => each.name === name);
  return column ? field?.columns?.find((each) => each.name === column) : field;
}
