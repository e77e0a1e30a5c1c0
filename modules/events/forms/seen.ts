import { isTimeZone } from '#src/kernel/time.ts';
import { isLocale, type Locale } from '#src/platform/locale.ts';
import { type Typed, typedOf } from './reading.ts';
import type { FieldSpec, GroupSpec } from './specs.ts';

/**
 * What a form showed when it was opened, as one hidden field, so that saving can tell whether somebody else has changed
 * the record meanwhile, and which fields. A fingerprint of each text instead of the text: descriptions are long.
 */
export const seenOf = (groups: readonly GroupSpec[], typed: Typed, locale: Locale, timeZone: string): string =>
  [locale, timeZone, ...fieldsOf(groups).map((field) => `${field.name}:${printOf(field, typed)}`)].join(' ');

/** Stock is changed by sales all the time and has its own way to be safe. */
const fieldsOf = (groups: readonly GroupSpec[]): FieldSpec[] =>
  groups.flatMap(({ fields }) => fields.filter(({ stock }) => !stock));

/** FNV-1a: it need not withstand anybody. */
function printOf(field: FieldSpec, typed: Typed): string {
  const texts = Object.entries(typed).filter(([name]) => name === field.name || name.startsWith(`${field.name}.`));
  const normal = texts.map(([name, text]) => `${name}=${normalOf(field, text)}`).join('\n');
  let hash = 0x811c9dc5;
  for (let at = 0; at < normal.length; at += 1) hash = Math.imul(hash ^ normal.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** As it compares: an unticked box is posted as nothing, and choices come in the order in which they stand. */
function normalOf({ kind }: FieldSpec, text: string): string {
  if (kind === 'flag') return String(text === 'true');
  if (kind === 'choices') return text.split(' ').sort().join(' ');
  return text.replaceAll('\r\n', '\n').trim();
}

export type Change = {
  field: FieldSpec;
  /** The person who saves now changed it too. */
  isMine: boolean;
};

/** The fields that somebody else changed since the form was shown; none when it did not say what it showed. */
export function changedSince(
  groups: readonly GroupSpec[],
  seen: string,
  stored: Readonly<Record<string, unknown>>,
  mine: Typed,
): Change[] {
  const [locale, timeZone = '', ...prints] = seen.split(' ');
  if (!isLocale(locale) || !isTimeZone(timeZone)) return [];
  const shown = new Map(prints.map((print) => print.split(':') as [string, string]));
  const now = typedOf(groups, stored, locale, timeZone);
  return fieldsOf(groups).flatMap((field) => {
    const before = shown.get(field.name);
    const after = printOf(field, now);
    if (before === undefined || before === after) return [];
    const own = printOf(field, mine);
    // Both typed the same: nothing to decide.
    return own === after ? [] : [{ field, isMine: own !== before }];
  });
}
