import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { createIntl } from '@formatjs/intl';
import { describe, expect, test } from 'vitest';
import { catalogues } from '#src/gen/messages.ts';
import { plainFiller, type Values } from './locale.ts';

const samples = ['Ada & <b>Ben</b>', '', "{name} # ''", '\u202f\u00a0🏃', 0, -1, 1234567.5, 1e21];

/** The filler of a message and the library's own. */
function both(language: string, message: string | MessageFormatElement[]) {
  const { formatters, formats } = createIntl({ locale: language, messages: {}, onError: () => undefined });
  const format = formatters.getMessageFormat(message as string, language, formats, { formatters });
  return { format, fill: plainFiller(format.getAst()) };
}

describe('a message that holds text and values alone', () => {
  test.each(Object.entries(catalogues))('says in all of %s what the library says', (name, messages) => {
    const language = name.startsWith('de') ? 'de-DE' : 'en-US';
    let plain = 0;
    for (const message of Object.values(messages)) {
      const { format, fill } = both(language, message);
      if (!fill) continue;
      const names = format.getAst().flatMap((piece) => (piece.type === 1 ? [piece.value] : []));
      plain += names.length === 0 ? 0 : 1;
      for (const [index] of samples.entries()) {
        const values: Values = Object.fromEntries(
          names.map((each, at) => [each, samples[(index + at) % samples.length] ?? '']),
        );
        expect(fill(values), JSON.stringify(message)).toBe(String(format.format(values)));
      }
    }
    expect(plain).toBeGreaterThan(name.includes('packages') ? 3 : 300);
  });

  test('is none where a value is missing, and where it counts', () => {
    expect(both('en-US', 'Hello {name}').fill?.({})).toBeNull();
    expect(both('en-US', '{count, plural, one {# person} other {# people}}').fill).toBeNull();
    expect(both('en-US', 'On {day, date, short}').fill).toBeNull();
  });
});
