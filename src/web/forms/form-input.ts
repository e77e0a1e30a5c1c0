import { cents } from '#src/kernel/money.ts';
import { dateIn, type Instant, zonedParts } from '#src/kernel/time.ts';
import type { Locale, Translator } from '#src/texts/locale.ts';
import { formatCentsInput, formatDate, writeDateTime } from '#src/ui/format.ts';
import { type Field, type FieldKind, type FormInput, type FormSpec, fieldsOf } from './fields.ts';

export type FormRecord = Readonly<Record<string, unknown>>;
type Reader = Pick<Translator, 'locale' | 'timeZone'>;

export function momentText(at: Instant | null, locale: Locale, timeZone: string): string {
  if (at === null) return '';
  const { hour, minute } = zonedParts(at, timeZone);
  return writeDateTime({ date: dateIn(at, timeZone), hour, minute }, locale);
}

/** The value at a path such as `host.name`. */
export const valueAt = (record: unknown, name: string): unknown =>
  name.split('.').reduce((value, part) => (value as FormRecord | null | undefined)?.[part], record);

/** Stored values as texts of the controls. */
export function inputOf(form: Pick<FormSpec, 'groups'>, record: FormRecord, reader: Reader): FormInput {
  const write = (field: Field, value: unknown, name: string): [string, string][] => {
    if (field.kind !== 'rows') return [[name, textOf(value, field.kind, reader)]];
    return ((value ?? []) as FormRecord[]).flatMap((row, index) =>
      (field.columns ?? []).flatMap((column) => write(column, row[column.name], `${name}[${index}].${column.name}`)),
    );
  };
  return Object.fromEntries(fieldsOf(form).flatMap((field) => write(field, valueAt(record, field.name), field.name)));
}

/** The number of rows of a `rows` field. */
export const rowsIn = (input: FormInput, name: string): number =>
  Object.keys(input).reduce((most, key) => {
    const row = key.startsWith(`${name}[`) ? Number.parseInt(key.slice(name.length + 1), 10) : -1;
    return Math.max(most, row + 1);
  }, 0);

function textOf(value: unknown, kind: FieldKind, { locale, timeZone }: Reader): string {
  if (value === null || value === undefined) return '';
  if (kind === 'money') return formatCentsInput(cents(Number(value)), locale);
  if (kind === 'dateTime') return momentText(value as Instant, locale, timeZone);
  if (kind === 'date') return formatDate(String(value), locale);
  if (kind === 'percent') return locale === 'de' ? String(value).replace('.', ',') : String(value);
  if (kind === 'lines') return (value as string[]).join('\n');
  if (kind === 'choices') return (value as number[]).join(' ');
  return String(value);
}
