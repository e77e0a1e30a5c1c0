import { isCalendarDate } from '#src/kernel/time.ts';
import type { CatalogFormField } from './catalog.ts';

export type AnswerShapeFault = 'number' | 'date' | 'option' | 'checkbox' | 'tooLong';

const longest = 5000;

/** What keeps a text from being an answer to a field of this kind; null when nothing does. */
export function answerShapeFault(
  field: Pick<CatalogFormField, 'type'> & { options: readonly { value: string }[] },
  value: string,
): AnswerShapeFault | null {
  if (value.length > longest) return 'tooLong';
  switch (field.type) {
    case 'number':
      return /^-?\d{1,15}([.,]\d{1,6})?$/.test(value) ? null : 'number';
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

/** An answer as people read it: the label of what was chosen, also when it is offered no longer; else as stored. */
export function answerLabel(
  field: Pick<CatalogFormField, 'options' | 'formerOptions'>,
  value: string,
  language: 'de' | 'en',
): string {
  const option = [...field.options, ...field.formerOptions].find((each) => each.value === value);
  return option?.label[language] || option?.label.de || value;
}
