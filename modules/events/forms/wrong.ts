import type * as z from 'zod';
import type { Words } from '#src/platform/locale.ts';
import type { FieldKind, GroupSpec } from './specs.ts';

/** What a field of this kind takes, said where something else was typed. */
const unreadable = {
  number: 'events.wrong.number',
  percent: 'events.wrong.percent',
  money: 'events.wrong.money',
  date: 'ui.form.invalidDate',
  dateTime: 'events.wrong.dateTime',
} as const satisfies Partial<Record<FieldKind, string>>;

export const unreadableText = (kind: FieldKind, words: Words): string =>
  words.t(kind in unreadable ? unreadable[kind as keyof typeof unreadable] : 'ui.form.invalid');

/** The schema speaks to programmers; people read what they may type instead. `groups`: the form whose fields these are. */
export function wrongText(issue: z.core.$ZodIssue, groups: readonly GroupSpec[], words: Words): string {
  const at = issue.path.findLast((part) => typeof part === 'string');
  const fields = groups.flatMap((group) => group.fields).flatMap((field) => [field, ...(field.columns ?? [])]);
  const kind = fields.find(({ name }) => name === at)?.kind ?? 'text';
  const bound = (limit: number | bigint) =>
    kind === 'money' ? words.money(Number(limit)) : words.number(Number(limit));
  if (issue.code === 'too_small') {
    if (issue.origin === 'string') return words.t('ui.form.missing');
    if (issue.origin === 'number' || issue.origin === 'int')
      return words.t('events.wrong.least', { least: bound(issue.minimum) });
  }
  if (issue.code === 'too_big') {
    const most = bound(issue.maximum);
    if (issue.origin === 'string') return words.t('events.wrong.tooLong', { most });
    if (issue.origin === 'array') return words.t('events.wrong.tooMany', { most });
    return words.t('events.wrong.most', { most });
  }
  return unreadableText(kind, words);
}
