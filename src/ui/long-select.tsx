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

/** Markup of options by value, cached per list. */
const cache = new WeakMap<readonly Option[], ReadonlyMap<string, string>>();
function optionsIn(options: readonly Option[]): ReadonlyMap<string, string> {
  const known = cache.get(options);
  if (known) return known;
  const made = new Map(
    options.map(({ value, label, disabled }) => [
      value,
      `${begin(value)}${disabled ? ' disabled=""' : ''}>${escaped(label)}</option>`,
    ]),
  );
  cache.set(options, made);
  return made;
}

/** A select of hundreds of options as one piece of markup, which neither server nor browser builds one by one. */
export function LongSelectField(given: SelectProps): ReactElement {
  const shown = useFieldView(given);
  // Stable, because new markup would reset the selection.
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
