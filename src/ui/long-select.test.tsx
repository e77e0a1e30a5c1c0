import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { translatorFor } from '#src/texts/locale.ts';
import { countryOptions, zoneOptions } from '#src/texts/long-options.ts';
import { SelectField } from './field.tsx';
import { LongSelectField } from './long-select.tsx';

test.each(['de', 'en-us'] as const)('a long list in %s is written as any other, whatever is chosen', (locale) => {
  const i18n = translatorFor(locale);
  const asked = [
    { options: zoneOptions(i18n), chosen: ['Europe/Vienna', 'America/Port_of_Spain', 'nowhere'] },
    { options: countryOptions(i18n), chosen: ['AT', 'CI', ''] },
  ];
  for (const { options, chosen } of asked) {
    for (const defaultValue of chosen) {
      for (const placeholder of [undefined, 'Bitte "wählen" & <gut>']) {
        const props = { name: 'from', label: 'Woher', error: 'Fehlt', required: true, defaultValue };
        const none = placeholder === undefined ? {} : { placeholder };
        expect(renderToStaticMarkup(<LongSelectField {...props} {...none} options={options} />)).toBe(
          renderToStaticMarkup(<SelectField {...props} {...none} options={options} />),
        );
      }
    }
  }
});
