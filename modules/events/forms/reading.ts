import type * as z from 'zod';
import { Problem } from '#src/kernel/problem.ts';
import { dateIn, type Instant, isCalendarDate, toIso, zonedInstant, zonedParts } from '#src/kernel/time.ts';
import type { Locale, Words } from '#src/platform/locale.ts';
import { errorText } from '#src/ui/field.tsx';
import type { FormErrors } from '#src/ui/form.tsx';
import { formatCentsInput, formatDate, parseDate, parseDateTime, readCents } from '#src/ui/format.ts';
import { type FieldKind, type FieldSpec, type GroupSpec, seenName } from './specs.ts';
import { unreadableText, wrongText } from './wrong.ts';

/** Texts as they stand in the fields; of `rows` one a cell, `<name>.<row>.<column>`. */
export type Typed = Readonly<Record<string, string>>;
export type Reading = {
  typed: Typed;
  input: Record<string, unknown>;
  errors: FormErrors;
  /** The control that a path of the schema stands for, where that is another. */
  controlOf?: (path: string) => string;
};

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
  const write = (field: FieldSpec, value: unknown, name: string): [string, string][] => {
    if (field.kind !== 'rows') return [[name, typedValue(value, field.kind, locale, timeZone)]];
    return ((value ?? []) as Record<string, unknown>[]).flatMap((row, index) =>
      (field.columns ?? []).flatMap((column) => write(column, row[column.name], `${name}.${index}.${column.name}`)),
    );
  };
  return Object.fromEntries(
    groups.flatMap(({ fields }) => fields.flatMap((field) => write(field, stored[field.name], field.name))),
  );
}

/** How many rows of a `rows` field are typed. */
export const rowsTyped = (typed: Typed, name: string): number =>
  Object.keys(typed).reduce((most, key) => {
    const index = key.startsWith(`${name}.`) ? Number(key.slice(name.length + 1).split('.')[0]) : -1;
    return Math.max(most, index + 1);
  }, 0);

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
export function readForm(groups: readonly GroupSpec[], posted: FormData, words: Words, timeZone: string): Reading {
  const typed: Record<string, string> = {};
  const errors: Record<string, string> = {};
  const input: Record<string, unknown> = {};
  const readField = (field: FieldSpec, name: string, form: FormData): unknown => {
    const { kind, required } = field;
    const all = form.getAll(name).filter((value) => typeof value === 'string');
    const text = kind === 'choices' ? all.join(' ') : (all[0] ?? '');
    typed[name] = text;
    const value = readValue(text, field, words, timeZone);
    if (value === undefined) errors[name] = unreadableText(kind, words);
    else if (value === null && required) errors[name] = words.t('ui.form.missing');
    return value;
  };
  for (const field of groups.flatMap(({ fields }) => fields)) {
    if (field.kind === 'rows') {
      const { form, count } = filledRows(field, posted);
      input[field.name] = Array.from({ length: count }, (_, row) =>
        Object.fromEntries(
          (field.columns ?? []).map((column) => [
            column.name,
            readField(column, `${field.name}.${row}.${column.name}`, form),
          ]),
        ),
      );
      continue;
    }
    const value = readField(field, field.name, posted);
    if (!(field.name in errors)) input[field.name] = value;
    if (field.stock) input[seenName(field.name)] = seenStock(posted, field.name);
  }
  return { typed, input, errors };
}

/** The rows in which anything is typed; they move up where an empty one stood between. */
function filledRows({ name, columns = [] }: FieldSpec, posted: FormData): { form: FormData; count: number } {
  const key = new RegExp(`^${name}\\.(\\d{1,3})\\.`);
  const rows = [...new Set([...posted.keys()].flatMap((each) => key.exec(each)?.[1] ?? []))]
    .sort((a, b) => Number(a) - Number(b))
    .filter((row) =>
      columns.some(
        (column) => !column.hidden && String(posted.get(`${name}.${row}.${column.name}`) ?? '').trim() !== '',
      ),
    );
  const form = new FormData();
  for (const [at, row] of rows.entries())
    for (const column of columns)
      form.set(`${name}.${at}.${column.name}`, String(posted.get(`${name}.${row}.${column.name}`) ?? ''));
  return { form, count: rows.length };
}

/** What was left when the form was shown; undefined when it did not say. */
function seenStock(form: FormData, name: string): number | undefined {
  const text = form.get(seenName(name));
  return typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

/** Undefined when it cannot be read. */
function readValue(text: string, { kind, isEnd }: FieldSpec, { locale }: Words, timeZone: string): unknown {
  if (kind === 'flag') return text === 'true';
  if (kind === 'choices') return text.split(' ').flatMap((word) => (/^\d+$/.test(word) ? Number(word) : word || []));
  if (kind === 'lines')
    return text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
  // Browsers post the ends of lines as two characters, whatever was stored.
  if (kind === 'long') return text.replaceAll('\r\n', '\n');
  const plain = text.trim();
  if (plain === '') return null;
  if (kind === 'money') return readCents(plain, locale) ?? undefined;
  if (kind === 'record') return /^[1-9]\d{0,14}$/.test(plain) ? Number(plain) : undefined;
  if (kind === 'number') return /^-?\d{1,9}$/.test(plain) ? Number(plain) : undefined;
  if (kind === 'percent') return /^\d{1,3}([.,]\d{1,2})?$/.test(plain) ? Number(plain.replace(',', '.')) : undefined;
  if (kind === 'date') return parseDate(plain, locale) ?? undefined;
  if (kind === 'dateTime') {
    const wall = parseDateTime(plain, locale, isEnd ? 'ends' : 'begins');
    if (!wall || !isCalendarDate(wall.date)) return undefined;
    return toIso(zonedInstant(wall.date, wall.hour, wall.minute, timeZone));
  }
  return plain;
}

/** Checks what was read by the very schema of the API; texts that may be empty become ''. */
export function checkInput<S extends z.ZodObject>(
  schema: S,
  groups: readonly GroupSpec[],
  reading: Reading,
  words: Words,
): { data: z.output<S> } | { errors: FormErrors } {
  const given = Object.fromEntries(
    Object.entries(reading.input).map(([name, value]) => [
      name,
      value === null && !nullable(schema, name) ? '' : value,
    ]),
  );
  const result = schema.safeParse(given);
  const wrong: Record<string, string> = {};
  for (const issue of result.error?.issues ?? []) {
    const path = issue.path.join('.');
    const name = reading.controlOf?.(path) ?? path;
    wrong[name in reading.typed ? name : String(issue.path[0])] ??= wrongText(issue, groups, words);
  }
  // What could not be read fails in the schema as well, perhaps under a name that the form does not have.
  const ofForm = Object.entries(wrong).filter(
    ([name]) => name in reading.typed || Object.keys(reading.errors).length === 0,
  );
  const all = { ...Object.fromEntries(ofForm), ...reading.errors };
  return result.success && Object.keys(all).length === 0 ? { data: result.data } : { errors: all };
}

const nullable = (schema: z.ZodObject, name: string): boolean =>
  (schema.shape[name] as z.ZodType | undefined)?.safeParse(null).success ?? false;

/** A refusal in the words of a kind of record where it has its own, else in those of the code. */
export function refusalText(words: Words, code: string, of?: string): string {
  const own = `events.${of}.refused.${code}`;
  return say(words, words.has(own) ? own : `problem.${code}`);
}

/** What a verb refused, as errors beside fields or as one sentence. Anything else is not for this page. */
export function refusalOf(error: unknown, words: Words, of?: string): { errors: FormErrors; refusal: string | null } {
  if (!(error instanceof Problem)) throw error;
  if (error.status === 404) throw error;
  if (error.code === 'VALIDATION_FAILED') {
    const fields = Object.entries((error.details.fields ?? {}) as Record<string, string[]>);
    return {
      errors: Object.fromEntries(fields.map(([name, texts]) => [name, texts.map((key) => say(words, key))])),
      refusal: null,
    };
  }
  return { errors: {}, refusal: refusalText(words, error.code, of) };
}

/** Far from its field a sentence says which one it means. */
export function namedErrors(groups: readonly GroupSpec[], errors: FormErrors, words: Words): FormErrors {
  const known = new Set(groups.flatMap(({ fields }) => fields.map(({ name }) => name)));
  return Object.fromEntries(
    Object.entries(errors).map(([name, error]) => {
      const field = name.split('.')[0] ?? name;
      if (!known.has(field)) return [name, error];
      return [
        name,
        words.t('ui.errors.ofField', { field: say(words, `events.form.${field}`), error: errorText(error) ?? '' }),
      ];
    }),
  );
}
