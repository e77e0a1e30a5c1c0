import type { ReactElement } from 'react';
import * as z from 'zod';
import { Problem } from '#src/kernel/problem.ts';
import { dateIn, type Instant, isCalendarDate, toIso, zonedInstant, zonedParts } from '#src/kernel/time.ts';
import type { Locale, Words } from '#src/platform/locale.ts';
import {
  CheckboxField,
  DateField,
  errorText,
  MoneyField,
  NumberField,
  type Option,
  SelectField,
  TextArea,
  TextField,
} from '#src/ui/field.tsx';
import type { FormErrors } from '#src/ui/form.tsx';
import { datePlaceholder, formatCentsInput, formatDate, parseCents, parseDate, parseDateTime } from '#src/ui/format.ts';

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
  /** Several of `options`. */
  | 'choices'
  /** One entry a line. */
  | 'lines';
export type FieldSpec = {
  name: string;
  kind: FieldKind;
  required?: boolean;
  /** For `choice`: values whose words are in the locales. */
  values?: readonly string[];
  /** For `choices`: finished labels. */
  options?: readonly Option[];
};
export type GroupSpec = { name: string; fields: readonly FieldSpec[] };
export type Typed = Readonly<Record<string, string>>;
export type Reading = { typed: Typed; input: Record<string, unknown>; errors: FormErrors };

export const say = (words: Words, key: string): string => (words.has(key) ? words.t(key) : key);

const two = (n: number) => String(n).padStart(2, '0');

export function typedMoment(at: Instant | null, locale: Locale, timeZone: string): string {
  if (at === null) return '';
  const { hour, minute } = zonedParts(at, timeZone);
  return `${formatDate(dateIn(at, timeZone), locale)} ${two(hour)}:${two(minute)}`;
}

/** Stored values as they stand in the fields. */
export function typedOf(
  groups: readonly GroupSpec[],
  stored: Readonly<Record<string, unknown>>,
  locale: Locale,
  timeZone: string,
): Typed {
  return Object.fromEntries(
    groups.flatMap(({ fields }) =>
      fields.map(({ name, kind }) => [name, typedValue(stored[name], kind, locale, timeZone)]),
    ),
  );
}

function typedValue(value: unknown, kind: FieldKind, locale: Locale, timeZone: string): string {
  if (value === null || value === undefined) return '';
  if (kind === 'money') return formatCentsInput(Number(value), locale);
  if (kind === 'dateTime') return typedMoment(value as Instant, locale, timeZone);
  if (kind === 'date') return formatDate(String(value), locale);
  if (kind === 'percent') return locale === 'de' ? String(value).replace('.', ',') : String(value);
  if (kind === 'lines') return (value as string[]).join('\n');
  if (kind === 'choices') return (value as number[]).join(' ');
  return String(value);
}

/** Reads what was posted. Empty fields are null; what cannot be read is an error beside its field. */
export function readForm(groups: readonly GroupSpec[], form: FormData, words: Words, timeZone: string): Reading {
  const typed: Record<string, string> = {};
  const input: Record<string, unknown> = {};
  const errors: Record<string, string> = {};
  for (const field of groups.flatMap(({ fields }) => fields)) {
    const { name, kind } = field;
    const all = form.getAll(name).filter((value) => typeof value === 'string');
    const text = kind === 'choices' ? all.join(' ') : (all[0] ?? '');
    typed[name] = text;
    const value = readValue(text, kind, words, timeZone);
    if (value === undefined)
      errors[name] = words.t(kind.startsWith('date') ? 'ui.form.invalidDate' : 'ui.form.invalid');
    else if (value === null && field.required) errors[name] = words.t('ui.form.missing');
    else input[name] = value;
  }
  return { typed, input, errors };
}

/** Undefined when it cannot be read. */
function readValue(text: string, kind: FieldKind, { locale }: Words, timeZone: string): unknown {
  if (kind === 'flag') return text === 'true';
  if (kind === 'choices') return text.split(' ').filter(Boolean).map(Number);
  if (kind === 'lines')
    return text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
  if (kind === 'long') return text;
  const plain = text.trim();
  if (plain === '') return null;
  if (kind === 'money') return /\d/.test(plain) ? parseCents(plain, locale) : undefined;
  if (kind === 'number') return /^-?\d{1,9}$/.test(plain) ? Number(plain) : undefined;
  if (kind === 'percent') return /^\d{1,3}([.,]\d{1,2})?$/.test(plain) ? Number(plain.replace(',', '.')) : undefined;
  if (kind === 'date') return parseDate(plain, locale) ?? undefined;
  if (kind === 'dateTime') {
    const wall = parseDateTime(plain, locale);
    if (!wall || !isCalendarDate(wall.date)) return undefined;
    return toIso(zonedInstant(wall.date, wall.hour, wall.minute, timeZone));
  }
  return plain;
}

const zodLocales = { de: z.locales.de().localeError, 'en-us': z.locales.en().localeError } as const;

/** Checks what was read by the very schema of the API; texts that may be empty become ''. */
export function checkInput<S extends z.ZodObject>(
  schema: S,
  reading: Reading,
  words: Words,
): { data: z.output<S> } | { errors: FormErrors } {
  const given = Object.fromEntries(
    Object.entries(reading.input).map(([name, value]) => [
      name,
      value === null && !nullable(schema, name) ? '' : value,
    ]),
  );
  const result = schema.safeParse(given, { error: zodLocales[words.locale] });
  const wrong: Record<string, string> = {};
  for (const issue of result.error?.issues ?? []) wrong[String(issue.path[0])] ??= issue.message;
  // What could not be read fails in the schema as well, perhaps under a name that the form does not have.
  const ofForm = Object.entries(wrong).filter(
    ([name]) => name in reading.typed || Object.keys(reading.errors).length === 0,
  );
  const all = { ...Object.fromEntries(ofForm), ...reading.errors };
  return result.success && Object.keys(all).length === 0 ? { data: result.data } : { errors: all };
}

const nullable = (schema: z.ZodObject, name: string): boolean =>
  (schema.shape[name] as z.ZodType | undefined)?.safeParse(null).success ?? false;

/** What a verb refused, as errors beside fields or as one sentence. Anything else is not for this page. */
export function refusalOf(error: unknown, words: Words): { errors: FormErrors; refusal: string | null } {
  if (!(error instanceof Problem)) throw error;
  if (error.status === 404) throw error;
  if (error.code === 'VALIDATION_FAILED') {
    const fields = Object.entries((error.details.fields ?? {}) as Record<string, string[]>);
    return {
      errors: Object.fromEntries(fields.map(([name, texts]) => [name, texts.map((key) => say(words, key))])),
      refusal: null,
    };
  }
  return { errors: {}, refusal: say(words, `problem.${error.code}`) };
}

/** Far from its field a sentence says which one it means. */
export function namedErrors(groups: readonly GroupSpec[], errors: FormErrors, words: Words): FormErrors {
  const known = new Set(groups.flatMap(({ fields }) => fields.map(({ name }) => name)));
  return Object.fromEntries(
    Object.entries(errors).map(([name, error]) => {
      if (!known.has(name)) return [name, error];
      return [
        name,
        words.t('ui.errors.ofField', { field: say(words, `events.form.${name}`), error: errorText(error) ?? '' }),
      ];
    }),
  );
}

export function FieldGroups(props: {
  groups: readonly GroupSpec[];
  typed: Typed;
  errors: FormErrors;
  words: Words;
}): ReactElement {
  return (
    <>
      {props.groups.map((group) => (
        <fieldset className="form-group" key={group.name}>
          <legend>{say(props.words, `events.group.${group.name}`)}</legend>
          <div className="form-fields">
            {group.fields.map((field) => (
              <OneField key={field.name} field={field} {...props} />
            ))}
          </div>
        </fieldset>
      ))}
    </>
  );
}

function OneField(props: { field: FieldSpec; typed: Typed; errors: FormErrors; words: Words }): ReactElement {
  const { field, typed, errors, words } = props;
  const { name, kind, required } = field;
  const hintKey = `events.form.${name}Hint`;
  const common = {
    name,
    label: say(words, `events.form.${name}`),
    error: errors[name] ?? null,
    required,
    ...(words.has(hintKey) ? { hint: words.t(hintKey) } : {}),
  };
  const value = typed[name] ?? '';
  if (kind === 'flag') return <CheckboxField {...common} defaultChecked={value === 'true'} />;
  if (kind === 'long') return <TextArea {...common} rows={6} defaultValue={value} />;
  if (kind === 'lines') return <TextArea {...common} rows={4} defaultValue={value} />;
  if (kind === 'money') return <MoneyField {...common} defaultValue={value} />;
  if (kind === 'number') return <NumberField {...common} defaultValue={value} maxLength={9} />;
  if (kind === 'percent') return <NumberField {...common} inputMode="decimal" defaultValue={value} maxLength={6} />;
  if (kind === 'date')
    return <DateField {...common} placeholder={datePlaceholder(words.locale)} defaultValue={value} />;
  if (kind === 'dateTime') {
    return <DateField {...common} placeholder={`${datePlaceholder(words.locale)} HH:MM`} defaultValue={value} />;
  }
  if (kind === 'choice') {
    const options = (field.values ?? []).map((each) => ({
      value: each,
      label: say(words, `events.option.${name}.${each}`),
    }));
    return <SelectField {...common} options={options} defaultValue={value} />;
  }
  if (kind === 'choices') {
    const chosen = new Set(value.split(' '));
    return (
      <fieldset className="choices">
        <legend>{common.label}</legend>
        {common.hint ? <p className="field-hint">{common.hint}</p> : null}
        {(field.options ?? []).map((option) => (
          <CheckboxField
            key={option.value}
            name={name}
            id={`field-${name}-${option.value}`}
            label={option.label}
            value={option.value}
            defaultChecked={chosen.has(option.value)}
          />
        ))}
      </fieldset>
    );
  }
  return <TextField {...common} defaultValue={value} autoComplete="off" />;
}
