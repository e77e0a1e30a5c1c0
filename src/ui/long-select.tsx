import { type ReactElement, useState } from 'react';
import { framed, type Option, type SelectProps, useFieldView } from './field.tsx';

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => signs[sign] as string);
const begin = (value: string): string => `<option value="${escaped(value)}"`;

/** The options as they stand in a page, by their values; of a list that is kept, such as that of the countries, made once. */
const kept = new WeakMap<readonly Option[], ReadonlyMap<string, string>>();
function optionsIn(options: readonly Option[]): ReadonlyMap<string, string> {
  const known = kept.get(options);
  if (known) return known;
  const made = new Map(
    options.map(({ value, label, disabled }) => [
      value,
      `${begin(value)}${disabled ? ' disabled=""' : ''}>${escaped(label)}</option>`,
    ]),
  );
  kept.set(options, made);
  return made;
}

/**
 * A choice among hundreds, written in one go: neither the server nor a browser that wakes the page has to make or look at
 * each of them.
 */
export function LongSelectField(given: SelectProps): ReactElement {
  const shown = useFieldView(given);
  // The browser keeps what is chosen; written anew, the list would forget it.
  const [inside] = useState(() => {
    const { options, placeholder, value, defaultValue } = shown;
    const chosen = String(value ?? defaultValue ?? '');
    const all = [...optionsIn(options)];
    if (placeholder !== undefined) all.unshift(['', `${begin('')}>${escaped(placeholder)}</option>`]);
    const written = all.map(([each, option]) => (each === chosen ? option.replace('>', ' selected="">') : option));
    return { __html: written.join('') };
  });
  return framed(shown, ({ options: _options, placeholder: _placeholder, ...select }) => (
    <select {...select} dangerouslySetInnerHTML={inside} />
  ));
}
