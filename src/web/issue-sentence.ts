import type * as z from 'zod';
import type { MessageKey, Translator } from '#src/texts/locale.ts';

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
