import { isCalendarDate } from '#src/kernel/time.ts';
import { genderOf } from './fields.ts';
import { countryOf, type NationFormat } from './nations.ts';

/** RACE RESULT fields by our fields. */
export const fieldsHere = {
  Firstname: 'firstName',
  Lastname: 'lastName',
  Sex: 'gender',
  DateOfBirth: 'birthDate',
  Nation: 'nationalityCountryCode',
  Club: 'club',
  Email: 'email',
} as const;
export type FieldThere = keyof typeof fieldsHere;
export type FieldHere = (typeof fieldsHere)[FieldThere];

/** Null when the value is empty or unknown. */
export function valueHere(field: FieldThere, value: string, nationFormat: NationFormat): string | null {
  const text = value.trim();
  if (text === '') return null;
  switch (field) {
    case 'Sex':
      return genderOf(text);
    case 'DateOfBirth': {
      const day = text.slice(0, 10);
      return isCalendarDate(day) && !day.startsWith('0') ? day : null;
    }
    case 'Nation':
      return countryOf(text, nationFormat);
    default:
      return text;
  }
}

export function valuesHere(
  values: Readonly<Record<string, string>>,
  nationFormat: NationFormat,
): Partial<Record<FieldHere, string>> {
  const named: Record<string, string> = { ...values, ...(values.Gender && !values.Sex ? { Sex: values.Gender } : {}) };
  return Object.fromEntries(
    (Object.keys(fieldsHere) as FieldThere[]).flatMap((field) => {
      const value = valueHere(field, named[field] ?? '', nationFormat);
      return value === null ? [] : [[fieldsHere[field], value]];
    }),
  );
}
