import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { timeZones } from '#src/kernel/time.ts';
import { SelectField } from '#src/ui/field.tsx';
import { wordsFor } from '../locale.ts';
import { countryOptions, LongSelectField, zoneOptions } from './long-select.tsx';

const zones = timeZones().map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') }));

test.each(['de', 'en-us'] as const)('a long list in %s is written as any other, whatever is chosen', (locale) => {
  const words = wordsFor(locale);
  const countries = words.countries().map(({ code, name }) => ({ value: code, label: name }));
  const asked = [
    { kept: zoneOptions(words), options: zones, chosen: ['Europe/Vienna', 'America/Port_of_Spain', 'nowhere'] },
    { kept: countryOptions(words), options: countries, chosen: ['AT', 'CI', ''] },
  ];
  for (const { kept, options, chosen } of asked) {
    for (const defaultValue of chosen) {
      for (const placeholder of [undefined, 'Bitte "wählen" & <gut>']) {
        const props = { name: 'from', label: 'Woher', error: 'Fehlt', required: true, defaultValue };
        const none = placeholder === undefined ? {} : { placeholder };
        expect(renderToStaticMarkup(<LongSelectField {...props} {...none} options={kept} />)).toBe(
          renderToStaticMarkup(<SelectField {...props} {...none} options={options} />),
        );
      }
    }
  }
});
