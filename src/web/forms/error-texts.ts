import type * as z from 'zod';
import { cents } from '#src/kernel/money.ts';
import type { Translator } from '#src/texts/locale.ts';
import { type FieldKind, type FormSpec, fieldOf, nameOf } from './fields.ts';
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
