import { isTimeZone } from '#src/kernel/time.ts';
import { isLocale, type Translator } from '#src/texts/locale.ts';
import { type Field, type FormInput, type FormSpec, fieldsOf } from './fields.ts';
import { type FormRecord, inputOf } from './form-input.ts';

type Fields = Pick<FormSpec, 'groups'>;

export const baselineName = 'baseline';

/**
 * The opened form's values as one hidden field, so that saving can tell which fields another person changed meanwhile. Hashes
 * keep it short.
 */
export const baselineOf = (
  form: Fields,
  input: FormInput,
  { locale, timeZone }: Pick<Translator, 'locale' | 'timeZone'>,
) => [locale, timeZone, ...watched(form).map((field) => `${field.name}:${printOf(field, input)}`)].join(' ');

/** Stock changes with every sale and is protected otherwise. */
const watched = (form: Fields): Field[] => fieldsOf(form).filter(({ stock }) => !stock);

/** FNV-1a; it needs no cryptographic strength. */
function printOf(field: Field, input: FormInput): string {
  const texts = Object.entries(input).filter(([name]) => name === field.name || name.startsWith(`${field.name}[`));
  const normal = texts.map(([name, text]) => `${name}=${normalOf(field, text)}`).join('\n');
  let hash = 0x811c9dc5;
  for (let at = 0; at < normal.length; at += 1) hash = Math.imul(hash ^ normal.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** Normalizes a value: an unticked box is missing, and choices have a fixed order. */
function normalOf({ kind }: Field, text: string): string {
  if (kind === 'flag') return String(text === 'true');
  if (kind === 'choices') return text.split(' ').sort().join(' ');
  return text.replaceAll('\r\n', '\n').trim();
}

export type Changes = {
  /** Changed by the current person. */
  mine: Field[];
  /** Changed by another person since the form was opened, and different from the posted value. */
  theirs: Field[];
};

/** Changes since the form was opened. Without a baseline every field counts as changed. */
export function changesSince(form: Fields, baseline: string, stored: FormRecord, input: FormInput): Changes {
  const [locale, timeZone = '', ...prints] = baseline.split(' ');
  if (!isLocale(locale) || !isTimeZone(timeZone)) return { mine: watched(form), theirs: [] };
  const shown = new Map(prints.map((print) => print.split(':') as [string, string]));
  const now = inputOf(form, stored, { locale, timeZone });
  return {
    mine: watched(form).filter((field) => printOf(field, input) !== shown.get(field.name)),
    theirs: watched(form).filter((field) => {
      const [before, after] = [shown.get(field.name), printOf(field, now)];
      return before !== undefined && before !== after && printOf(field, input) !== after;
    }),
  };
}
