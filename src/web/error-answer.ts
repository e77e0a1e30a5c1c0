import * as z from 'zod';
import { storageFaultOf, storageRetrySeconds } from '#src/data/storage-faults.ts';
import { secretToken } from '#src/kernel/ids.ts';
import { type FieldErrors, Problem } from '#src/kernel/problem.ts';
import { describeError, type Log } from '#src/runtime/log.ts';
import type { MessageKey, Translator } from '#src/texts/locale.ts';
import { emailLetterText, problemText } from './forms/refusal.ts';

/** The client closed the connection while its request was read. Other errors remain errors even when the client has gone. */
export const isGone = (error: unknown, { signal }: Request): boolean =>
  signal.aborted && error instanceof Error && (error.name === 'AbortError' || /^ECONNRESET$/.test(codeOf(error)));

const codeOf = (error: Error): string => String((error as { code?: unknown }).code);

/** "Client closed request", as some proxies count it; never sent. */
export const goneStatus = 499;

type Issue = z.core.$ZodRawIssue | z.core.$ZodIssue;
type Bounded = { origin: string; inclusive?: boolean | undefined; exact?: boolean | undefined };

/** A longer list of names is unreadable. */
const maxNamed = 12;

/** What each schema type accepts. */
const expectedOf: Record<string, MessageKey> = {
  string: 'problem.issue.text',
  number: 'problem.issue.number',
  int: 'problem.issue.wholeNumber',
  bigint: 'problem.issue.wholeNumber',
  boolean: 'problem.issue.boolean',
  array: 'problem.issue.list',
  tuple: 'problem.issue.list',
  object: 'problem.issue.record',
  record: 'problem.issue.record',
  date: 'problem.field.date',
  file: 'problem.issue.file',
};
const formats: Record<string, MessageKey> = {
  email: 'problem.field.email',
  url: 'problem.issue.url',
  date: 'problem.field.date',
  datetime: 'problem.issue.moment',
  time: 'problem.issue.time',
};

/** A schema issue as a sentence without type names. */
export function issueSentence(issue: Issue, i18n: Translator): string {
  const isMissing = issue.input === undefined && issue.code !== 'custom' && issue.code !== 'unrecognized_keys';
  return isMissing ? i18n.t('problem.field.required') : sentenceOf(issue, i18n);
}

function sentenceOf(issue: Issue, i18n: Translator): string {
  const { t } = i18n;
  switch (issue.code) {
    case 'unrecognized_keys':
      return t('problem.issue.unknownNames', { names: named(issue.keys) });
    case 'invalid_type':
      return t(expectedOf[String(issue.expected)] ?? 'problem.issue.other');
    case 'too_small':
      return bound(issue, issue.minimum, 'least', i18n);
    case 'too_big':
      return bound(issue, issue.maximum, 'most', i18n);
    case 'invalid_format':
      return t(formats[issue.format] ?? 'problem.issue.form');
    case 'not_multiple_of':
      return t('problem.issue.multiple', { step: fine(Number(issue.divisor), i18n) });
    case 'invalid_value': {
      const few = issue.values.length <= maxNamed && issue.values.every((value) => value !== '');
      return few ? t('problem.issue.oneOf', { values: named(issue.values) }) : t('problem.field.option');
    }
    case 'invalid_union':
      return unionSentence(issue, i18n);
    case 'invalid_key':
      return t('problem.issue.name');
    default:
      return t('problem.issue.other');
  }
}

const named = (values: readonly unknown[]): string => {
  const shown = values.slice(0, maxNamed).map((value) => String(value).slice(0, 60));
  return shown.join(', ') + (values.length > maxNamed ? ', …' : '');
};

/** Number format for steps like 0.01. */
const fine = (value: number, { locale }: Translator): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 6 }).format(value);

function bound(of: Bounded, limit: number | bigint, side: 'least' | 'most', i18n: Translator): string {
  const count = Number(limit);
  const { t } = i18n;
  if (of.origin === 'string') {
    // An empty text is a missing one.
    if (side === 'least' && count === 1) return t('problem.field.required');
    return t(`problem.issue.${of.exact ? 'exactLength' : side === 'least' ? 'shortest' : 'longest'}`, { count });
  }
  if (of.origin === 'array' || of.origin === 'set' || of.origin === 'map')
    return t(`problem.issue.${of.exact ? 'exactEntries' : side === 'least' ? 'fewest' : 'mostEntries'}`, { count });
  if (of.origin === 'date') {
    const day = i18n.calendarDate(new Date(count).toISOString().slice(0, 10));
    return t(`problem.issue.${side === 'least' ? 'earliest' : 'latest'}`, { day });
  }
  const written = fine(count, i18n);
  if (of.inclusive === false) return t(`problem.issue.${side === 'least' ? 'above' : 'below'}`, { limit: written });
  return t(`problem.issue.${side}`, { limit: written });
}

/** Reports the branch that matches the type of the value. */
function unionSentence(issue: Extract<Issue, { code: 'invalid_union' }>, i18n: Translator): string {
  const { options } = issue as { options?: readonly unknown[] };
  if (options && options.length > 0 && options.length <= maxNamed)
    return i18n.t('problem.issue.oneOf', { values: named(options) });
  const own = issue.errors.flatMap((branch) => branch.filter(({ path }) => path.length === 0).slice(0, 1));
  const isOfKind = ({ code }: z.core.$ZodIssue) => code !== 'invalid_type';
  const meant = own.find(isOfKind) ?? own.find((each) => each.code === 'invalid_type' && each.expected !== 'null');
  return meant ? sentenceOf(meant, i18n) : i18n.t('problem.issue.other');
}

export type ErrorAnswer = { code: string; message: string; errorId: string; details: Record<string, unknown> };

/** Maps an error to a response. Unexpected errors are logged and not revealed. */
export function errorAnswer(
  error: unknown,
  i18n: Translator,
  log: Log,
  where: string,
): { status: number; answer: ErrorAnswer } {
  const errorId = secretToken(9);
  const problem = error instanceof Problem ? error : noRoom(error);
  if (!problem) log.error('a request failed', { errorId, where, ...describeError(error) });
  const code = problem?.code ?? 'UNKNOWN';
  return {
    status: problem?.status ?? 500,
    answer: {
      code,
      message: problemText(i18n, code, { details: problem?.details ?? {} }),
      errorId,
      details: spoken({ ...problem?.details }, i18n),
    },
  };
}

/** Storage faults ask to retry later; the storage watch logs them. */
const noRoom = (error: unknown): Problem | null =>
  storageFaultOf(error) && new Problem('STORAGE_UNAVAILABLE', 503, { retryAfterSeconds: storageRetrySeconds });

/** Field errors may be message keys or the last part of `problem.field.…`; the response holds sentences. */
function spoken(details: Record<string, unknown>, i18n: Translator): Record<string, unknown> {
  const { fields } = details as { fields?: FieldErrors };
  if (!fields) return details;
  const said = Object.entries(fields).map(([path, errors]) => [
    path,
    errors.map((error) => {
      const letter = emailLetterText(error, i18n);
      if (letter !== null) return letter;
      const key = [error, `problem.field.${error}`].find((candidate) => i18n.has(candidate));
      if (key && i18n.has(key)) return i18n.t(key);
      return /\s/.test(error) ? error : i18n.t('problem.issue.other');
    }),
  ]);
  return { ...details, fields: Object.fromEntries(said) };
}

/** A schema's errors by path (`teams.0.participants.1.lastName`), as sentences in the caller's language. */
export function parseOrFields<S extends z.core.$ZodType>(
  schema: S,
  value: unknown,
  i18n: Translator,
): { data: z.output<S> } | { fields: FieldErrors } {
  const result = z.core.safeParse(schema, value, { error: (issue) => issueSentence(issue, i18n) });
  if (result.success) return { data: result.data };
  const fields: FieldErrors = {};
  for (const issue of result.error.issues) {
    const path = issue.path.map(String).join('.') || 'body';
    const said = fields[path] ?? [];
    if (!said.includes(issue.message)) fields[path] = [...said, issue.message];
  }
  return { fields };
}
