import type { ComponentProps, ReactElement } from 'react';
import { timeZones } from '#src/kernel/time.ts';
import { framed, type Option, type SelectField, useShown } from '#src/ui/field.tsx';
import { perWords } from '../per-words.ts';

/** The options of a long list as they stand in a page, by their values. */
type KeptOptions = ReadonlyMap<string, string>;

const signs: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#x27;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => signs[sign] as string);
const begin = (value: string): string => `<option value="${escaped(value)}"`;
const keptOptions = (options: readonly Option[]): KeptOptions =>
  new Map(options.map(({ value, label }) => [value, `${begin(value)}>${escaped(label)}</option>`]));

/** The time zones of the world, and its countries: hundreds of options, made once for each language. */
export const zoneOptions = perWords(() =>
  keptOptions(timeZones().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }))),
);
export const countryOptions = perWords((words) =>
  keptOptions(words.countries().map(({ code, name }) => ({ value: code, label: name }))),
);

/** A `SelectField` of the server alone, whose options are not made anew for each page. */
export const LongSelectField = (
  given: Omit<ComponentProps<typeof SelectField>, 'options'> & { options: KeptOptions; defaultValue: string },
): ReactElement =>
  framed(useShown(given), ({ options, placeholder, defaultValue, ...select }) => {
    const none = placeholder === undefined ? [] : [['', `${begin('')}>${escaped(placeholder)}</option>`] as const];
    const html = [...none, ...options]
      .map(([value, option]) => (value === defaultValue ? option.replace('>', () => ' selected="">') : option))
      .join('');
    return <select {...select} dangerouslySetInnerHTML={{ __html: html }} />;
  });
