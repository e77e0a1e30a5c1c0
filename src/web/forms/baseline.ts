import { isTimeZone } from '#src/kernel/time.ts';
import { isLocale, type Translator } from '#src/texts/locale.ts';
import { type Field, type FormInput, type FormSpec, fieldsOf } from './fields.ts';
import { type FormRecord, inputOf } from './form-input.ts';

type Fields = Pick<FormSpec, 'groups'>;

/** The name of the hidden field that holds the baseline. */
export const baselineName = 'baseline';

/**
 * What a form showed when it was opened, as one hidden field, so that saving can tell whether somebody else has changed
 * the record meanwhile, and which fields. A fingerprint of each text instead of the text: descriptions are long.
 */
export const baselineOf = (
  form: Fields,
  input: FormInput,
  { locale, timeZone }: Pick<Translator, 'locale' | 'timeZone'>,
) => [locale, timeZone, ...watched(form).map((field) => `${field.name}:${printOf(field, input)}`)].join(' ');

/** Stock is changed by sales all the time and has its own way to be safe. */
const watched = (form: Fields): Field[] => fieldsOf(form).filter(({ stock }) => !stock);

/** FNV-1a: it need not withstand anybody. */
function printOf(field: Field, input: FormInput): string {
  const texts = Object.entries(input).filter(([name]) => name === field.name || name.startsWith(`${field.name}[`));
  const normal = texts.map(([name, text]) => `${name}=${normalOf(field, text)}`).join('\n');
  let hash = 0x811c9dc5;
  for (let at = 0; at < normal.length; at += 1) hash = Math.imul(hash ^ normal.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}

/** As it compares: an unticked box is posted as nothing, and choices come in the order in which they stand. */
function normalOf({ kind }: Field, text: string): string {
  if (kind === 'flag') return String(text === 'true');
  if (kind === 'choices') return text.split(' ').sort().join(' ');
  return text.replaceAll('\r\n', '\n').trim();
}

export type Changes = {
  /** The person who saves now changed these. */
  mine: Field[];
  /** Somebody else changed these since the form was shown, to something else than what is posted. */
  theirs: Field[];
};

/** Who changed what since the form was shown. A form that does not say what it showed means everything in it. */
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
