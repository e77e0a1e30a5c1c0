import { parse } from '@conform-to/react';
import * as z from 'zod';
import { cents } from '#src/kernel/money.ts';
import { type Instant, isCalendarDate, isTimeZone, toIso, zonedInstant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import type { FormErrors } from '#src/ui/form.tsx';
import { parseDate, parseDateTime, readCents, readWhole } from '#src/ui/format.ts';
import {
  type Field,
  type FieldKind,
  type FormInput,
  type FormSpec,
  fieldOf,
  fieldsOf,
  nameOf,
  stockBaselineName,
} from './fields.ts';
import { type FormRecord, momentText, valueAt } from './form-input.ts';
import { withPicked } from './pickers.ts';
import { fieldErrorText } from './refusal.ts';

/** What each kind of field accepts, as its error. */
const unreadable = {
  number: 'form.error.number',
  percent: 'form.error.percent',
  money: 'form.error.money',
  date: 'ui.form.invalidDate',
  dateTime: 'form.error.dateTime',
  email: 'ui.form.invalidEmail',
} as const satisfies Partial<Record<FieldKind, string>>;

/** A form may have its own sentence: `error.<name>`. */
export function unreadableText(form: FormSpec, name: string, kind: FieldKind, i18n: Translator): string {
  const own = `${form.labels}.error.${name}`;
  if (i18n.has(own)) return i18n.t(own);
  return i18n.t(kind in unreadable ? unreadable[kind as keyof typeof unreadable] : 'ui.form.invalid');
}

export const missingText = (i18n: Translator): string => i18n.t('ui.form.missing');

/** Replaces the schema's messages, which are for programmers. */
export function issueText(issue: z.core.$ZodIssue, form: FormSpec, i18n: Translator): string {
  if (i18n.has(issue.message)) return i18n.t(issue.message);
  const field = fieldOf(form, nameOf(issue.path));
  const kind = field?.kind ?? 'text';
  const own = `${form.labels}.error.${field?.name}`;
  const bound = (limit: number | bigint) =>
    kind === 'money' ? i18n.money(cents(Number(limit))) : i18n.number(Number(limit));
  if (issue.code === 'too_small') {
    if (issue.origin === 'string') return i18n.has(own) ? i18n.t(own) : missingText(i18n);
    if (issue.origin === 'number' || issue.origin === 'int')
      return i18n.t('form.error.least', { least: bound(issue.minimum) });
  }
  if (issue.code === 'too_big') {
    const most = bound(issue.maximum);
    if (issue.origin === 'string') return i18n.t('form.error.tooLong', { most });
    if (issue.origin === 'array') return i18n.t('form.error.tooMany', { most });
    return i18n.t('form.error.most', { most });
  }
  if (/^emailLetter:/.test(issue.message)) return fieldErrorText(issue.message, i18n);
  // A rule of ours named the error.
  if (!i18n.has(own) && /^\w+$/.test(issue.message) && i18n.has(`problem.field.${issue.message}`))
    return fieldErrorText(issue.message, i18n);
  return unreadableText(form, field?.name ?? '', kind, i18n);
}

export type Values = Readonly<Record<string, unknown>>;
export type Reading<T> = { input: FormInput } & ({ data: T } | { errors: FormErrors });
export type Check<S extends z.ZodType> = {
  /** The schema of the API. */
  schema: S;
  /** Converts the parsed values into the schema's shape; unreadable ones are missing. */
  reshape?: ((values: Values, input: FormInput) => Values) | undefined;
  /** The control of a schema path, if it differs. */
  controlOf?: ((path: string) => string) | undefined;
};

/**
 * Parses a posted form: conform makes structure of the names, and a zod step per kind of field precedes the schema of the API.
 * Empty fields are null; unreadable ones are errors beside their field. `stored`: the record that the form shows. A time that
 * still reads the same keeps its stored seconds.
 */
export function readForm<S extends z.ZodType>(
  form: FormSpec,
  everything: FormData,
  inWords: Translator,
  { schema, reshape, controlOf = (path) => path }: Check<S>,
  stored?: FormRecord,
): Reading<z.output<S>> {
  const posted = withPicked(everything, inWords);
  const i18n = inZoneOf(form, posted, inWords);
  const own = ownEntries(form, posted);
  const input = inputIn(form, own);
  const submission = parse<z.output<S>, string>(own, {
    resolve: (payload) => {
      const read = valuesIn(form, posted, payload, input, i18n, stored);
      const shaped = reshape ? reshape(read.values, input) : read.values;
      const checked = z.safeParse(schema, withEmptyTexts(schema, shaped));
      const error: Record<string, string> = {};
      for (const { path, message } of read.issues) error[nameOf(path)] ??= message;
      for (const issue of checked.error?.issues ?? []) {
        const control = issue.path[0] !== undefined && controlIn(input, issue.path, controlOf);
        // An unreadable value fails in the schema as well, perhaps under a name that the form does not have.
        if (control || read.issues.length === 0)
          error[control || String(issue.path[0] ?? '')] ??= issueText(issue, form, i18n);
      }
      return checked.success && read.issues.length === 0 ? { value: checked.data } : { error };
    },
  });
  if (submission.status === 'success') return { input, data: submission.value };
  const errors = Object.entries(submission.error ?? {}).map(([name, text]) => [name, text ?? '']);
  return { input, errors: Object.fromEntries(errors) };
}

type Path = readonly (string | number)[];
type Issue = { path: Path; message: string };

const controlIn = (input: FormInput, path: readonly PropertyKey[], controlOf: (path: string) => string) => {
  const control = controlOf(nameOf(path));
  return control in input ? control : String(path[0]) in input ? String(path[0]) : null;
};

/** Where the form selects the zone, times are in that zone. */
function inZoneOf(form: FormSpec, posted: FormData, i18n: Translator): Translator {
  const field = fieldsOf(form).find(({ kind }) => kind === 'zone');
  const zone = field ? String(posted.get(field.name) ?? '') : '';
  return isTimeZone(zone) ? i18n.in(zone) : i18n;
}

/** The posted values of the form's own controls, without empty rows. */
function ownEntries(form: FormSpec, posted: FormData): FormData {
  const own = new FormData();
  for (const field of fieldsOf(form)) {
    if (field.kind !== 'rows') {
      for (const value of posted.getAll(field.name)) if (typeof value === 'string') own.append(field.name, value);
      continue;
    }
    const { name, columns = [] } = field;
    const cell = (row: number | string, column: string) => String(posted.get(`${name}[${row}].${column}`) ?? '');
    const rowOf = (control: string) =>
      control.startsWith(`${name}[`) ? /^(\d{1,3})\]/.exec(control.slice(name.length + 1))?.[1] : undefined;
    const filled = [...new Set([...posted.keys()].flatMap((control) => rowOf(control) ?? []))]
      .sort((a, b) => Number(a) - Number(b))
      .filter((row) =>
        columns.some((column) => !column.hidden && !column.given && cell(row, column.name).trim() !== ''),
      );
    for (const [at, row] of filled.entries())
      for (const column of columns) own.set(`${name}[${at}].${column.name}`, cell(row, column.name));
  }
  return own;
}

function inputIn(form: FormSpec, own: FormData): FormInput {
  const plain = fieldsOf(form).filter(({ kind }) => kind !== 'rows');
  const texts = new Map(plain.map(({ name }) => [name, '']));
  for (const [name, value] of own) {
    const before = texts.get(name);
    const isMore = before && plain.some((field) => field.name === name && field.kind === 'choices');
    texts.set(name, isMore ? `${before} ${String(value)}` : before || String(value));
  }
  return Object.fromEntries(texts);
}

/** The parsed values, and the errors of the rest. */
function valuesIn(
  form: FormSpec,
  posted: FormData,
  payload: unknown,
  input: FormInput,
  i18n: Translator,
  stored?: FormRecord,
) {
  const values: Record<string, unknown> = {};
  const issues: Issue[] = [];
  const put = (name: string, value: unknown) => {
    const [last = '', ...way] = name.split('.').toReversed();
    const place = way.reduceRight<Record<string, unknown>>((part, key) => {
      part[key] ??= {};
      return part[key] as Record<string, unknown>;
    }, values);
    place[last] = value;
  };
  for (const field of fieldsOf(form)) {
    const path = field.name.split('.');
    const typed = path.reduce<unknown>((part, key) => (part as Values | undefined)?.[key], payload);
    const shown = stored && valueAt(stored, field.name);
    const read = stepOf(form, field, input, i18n, shown).safeParse(typed);
    for (const issue of read.error?.issues ?? [])
      issues.push({ path: [...path, ...(issue.path as Path)], message: issue.message });
    if (read.success) put(field.name, read.data);
    // The stock that the form showed.
    const left = field.stock ? posted.get(stockBaselineName(field.name)) : null;
    if (typeof left === 'string' && /^\d{1,9}$/.test(left)) put(stockBaselineName(field.name), Number(left));
  }
  return { values, issues };
}

const textStep = z.preprocess((posted) => (Array.isArray(posted) ? posted.join(' ') : (posted ?? '')), z.string());

/** The zod step of a control. */
function stepOf(form: FormSpec, field: Field, input: FormInput, i18n: Translator, stored?: unknown): z.ZodType {
  const { columns = [] } = field;
  if (field.kind === 'rows') {
    // Rows may have moved, so each is compared with all stored ones.
    const all = Array.isArray(stored) ? (stored as FormRecord[]) : [];
    const steps = columns.map((column) => {
      const values = all.map((row) => row[column.name]);
      return [column.name, stepOf(form, column, input, i18n, values)] as const;
    });
    return z.preprocess((posted) => posted ?? [], z.array(z.object(Object.fromEntries(steps))));
  }
  const moments = field.kind === 'dateTime' ? [stored].flat().filter((value) => typeof value === 'number') : [];
  return textStep.transform((text, context) => {
    const own = field.read?.(text, input);
    const same = moments.find((at) => momentText(at as Instant, i18n.locale, i18n.timeZone) === text.trim());
    if (same !== undefined) return toIso(same);
    const value = own ? ('value' in own ? own.value : undefined) : readText(text, field, i18n);
    const message =
      own && 'error' in own
        ? own.error
        : value === undefined
          ? unreadableText(form, field.name, field.kind, i18n)
          : value === null && field.required
            ? missingText(i18n)
            : null;
    if (message === null) return value;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });
}

/** undefined when unreadable. */
function readText(text: string, { kind, isEnd }: Field, { locale, timeZone }: Translator): unknown {
  if (kind === 'flag') return text === 'true';
  if (kind === 'choices') return text.split(' ').flatMap((word) => (/^\d+$/.test(word) ? Number(word) : word || []));
  if (kind === 'lines')
    return text
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
  // Browsers post CRLF.
  if (kind === 'long') return text.replaceAll('\r\n', '\n');
  const plain = text.trim();
  if (plain === '') return null;
  if (kind === 'money') return readCents(plain, locale) ?? undefined;
  if (kind === 'record') return /^[1-9]\d{0,14}$/.test(plain) ? Number(plain) : undefined;
  if (kind === 'number') return readWhole(plain, locale) ?? undefined;
  if (kind === 'percent') return /^\d{1,3}([.,]\d{1,2})?$/.test(plain) ? Number(plain.replace(',', '.')) : undefined;
  if (kind === 'date') return parseDate(plain, locale) ?? undefined;
  if (kind === 'dateTime') {
    const wall = parseDateTime(plain, locale, isEnd ? 'ends' : 'begins');
    if (!wall || !isCalendarDate(wall.date)) return undefined;
    return toIso(zonedInstant(wall.date, wall.hour, wall.minute, timeZone));
  }
  return plain;
}

/** Non-nullable texts become ''. */
function withEmptyTexts(schema: z.ZodType, values: Values): Values {
  if (!(schema instanceof z.ZodObject)) return values;
  const takesNull = (name: string) => {
    const part: unknown = schema.shape[name];
    return part instanceof z.ZodType && part.safeParse(null).success;
  };
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === null && !takesNull(name) ? '' : value]),
  );
}
