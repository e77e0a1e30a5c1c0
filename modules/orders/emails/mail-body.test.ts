import { expect, test } from 'vitest';
import { translatorFor } from '#src/texts/locale.ts';
import { greeting } from './mail-body.ts';

const i18n = translatorFor('de');

test.each([
  'Gewonnen Nr 00 Ruf an 0900 123456',
  'Ruf 0900-12 34 56',
  'Ruf ٠٩٠٠١٢٣٤٥٦',
  'Call ０９００１２３４５６',
  '+43 660 1234567',
  'Gewinn auf www.gewinn.example',
  'gewinn.com',
])('%s is no name to greet with', (name) => {
  expect(greeting(name, i18n)).toEqual(greeting(null, i18n));
});

test.each(['Anna Gruber', 'Karl 3. Freiherr', 'Team 2026', 'Zoë Wałęsa 12', 'Dr. A. Bauer'])(
  '%s is greeted',
  (name) => {
    expect(greeting(name, i18n)).toMatchObject({ text: expect.stringContaining(name) });
  },
);
