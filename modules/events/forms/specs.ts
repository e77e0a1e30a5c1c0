import type { Option } from '#src/ui/field.tsx';
import type { CatalogCompetition } from '../rules/catalog.ts';

/**
 * Forms of the management pages as lists of fields: the same list reads what was posted, writes what is stored, and
 * shows it. Labels are `events.form.<name>`, hints `events.form.<name>Hint`, choices `events.option.<name>.<value>`.
 */
export type FieldKind =
  | 'text'
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

export type FieldSpec = {
  name: string;
  kind: FieldKind;
  required?: boolean;
  /** The name that its hint goes by, where a field of that name means something else in another form. */
  hint?: string;
  /** A day without a time means its last minute. */
  isEnd?: true;
  /** For `choice`: values whose words are in the locales. */
  values?: readonly string[];
  /** For `choices` and `record`: finished labels. */
  options?: readonly Option[];
  /** For `rows`. A column that is `hidden` keeps what a row had. */
  columns?: readonly (FieldSpec & { hidden?: true })[];
  /**
   * Stock: sales move it all the time. What was seen is posted beside what is wanted, as `seen<Name>`, so that only what
   * the person changed is changed.
   */
  stock?: true;
};
export type GroupSpec = { name: string; fields: readonly FieldSpec[] };

export const text = (name: string, required = false): FieldSpec => ({ name, kind: 'text', required });
export const long = (name: string): FieldSpec => ({ name, kind: 'long' });
export const flag = (name: string): FieldSpec => ({ name, kind: 'flag' });
export const money = (name: string, required = false): FieldSpec => ({ name, kind: 'money', required });
export const number = (name: string, required = false): FieldSpec => ({ name, kind: 'number', required });
export const stock = (name: string): FieldSpec => ({ name, kind: 'number', required: true, stock: true });
export const moment = (name: string, required = false): FieldSpec => ({ name, kind: 'dateTime', required });
export const end = (name: string, required = false): FieldSpec => ({ ...moment(name, required), isEnd: true });
export const choice = (name: string, values: readonly string[]): FieldSpec => ({
  name,
  kind: 'choice',
  values,
  required: true,
});

/** Which competitions; nothing to choose while there are none. */
export const offeredIn = (competitions: readonly CatalogCompetition[]): FieldSpec[] =>
  competitions.length === 0
    ? []
    : [
        {
          name: 'competitionIds',
          kind: 'choices',
          options: competitions.map(({ id, title }): Option => ({ value: String(id), label: title })),
        },
      ];

/** `quantity` → `seenQuantity`. */
export const seenName = (name: string): string => `seen${name.charAt(0).toUpperCase()}${name.slice(1)}`;
