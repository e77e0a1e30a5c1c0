import { isCalendarDate } from '#src/kernel/time.ts';
import { type Locale, parseDate } from '#src/ui/format.ts';
import type { CatalogFormField } from './catalog.ts';

export type AnswerFormatError = 'number' | 'date' | 'option' | 'checkbox' | 'tooLong';

const longest = 5000;

/** The canonical form `1.5` of `1,5` or `1.5`; of two separators the last one is decimal. Null: no number. */
export function writtenNumber(text: string): string | null {
  const plain = text.trim().replace(/^\+/, '').replace('\u2212', '-');
  const isGrouped = /^-?\d{1,3}(?:(?:\.\d{3})+,|(?:,\d{3})+\.)\d+$/.test(plain);
  const number = (isGrouped ? plain.replace(/[.,](?=.*[.,])/g, '') : plain).replace(',', '.');
  return /^-?\d{1,15}(\.\d{1,6})?$/.test(number) ? number : null;
}

/** The answer as stored: numbers in canonical form. */
export const writtenAnswer = (type: CatalogFormField['type'], value: string): string =>
  (type === 'number' ? writtenNumber(value) : null) ?? value;

/** Null: the value is valid for the field. */
export function answerShapeError(
  field: Pick<CatalogFormField, 'type'> & { options: readonly { value: string }[] },
  value: string,
): AnswerFormatError | null {
  if (value.length > longest) return 'tooLong';
  switch (field.type) {
    case 'number':
      return writtenNumber(value) === null ? 'number' : null;
    case 'date':
      return isCalendarDate(value) ? null : 'date';
    case 'select':
      return field.options.some((option) => option.value === value) ? null : 'option';
    case 'checkbox':
      return value === 'true' || value === 'false' ? null : 'checkbox';
    default:
      return null;
  }
}

/** The label of a choice, also a retired one; else the value. */
export function answerLabel(
  field: Pick<CatalogFormField, 'options' | 'formerOptions'>,
  value: string,
  language: 'de' | 'en',
): string {
  const option = [...field.options, ...field.formerOptions].find((each) => each.value === value);
  return option?.label[language] || option?.label.de || value;
}

/** The stored value for an answer typed as people read it: a label, a local date or number, yes or no. */
export function parseAnswer(
  field: Pick<CatalogFormField, 'type' | 'options' | 'formerOptions'>,
  input: string,
  locale: Locale,
): string {
  const text = input.trim();
  const folded = text.toLowerCase();
  if (field.type === 'number') return writtenAnswer(field.type, text);
  if (field.type === 'date') return parseDate(text, locale) ?? text;
  if (field.type === 'checkbox') return ticked.includes(folded) ? 'true' : unticked.includes(folded) ? 'false' : text;
  const options = [...field.options, ...field.formerOptions];
  const reads = (label: string | undefined) => label?.trim().toLowerCase() === folded;
  const option =
    options.find(({ label }) => reads(label.de) || reads(label.en)) ?? options.find(({ value }) => value === text);
  return option?.value ?? text;
}
const ticked = ['ja', 'j', 'yes', 'y', 'true', 'x', '1'];
const unticked = ['nein', 'n', 'no', 'false', '0'];
