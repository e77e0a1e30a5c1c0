import { expect, test } from 'vitest';
import { emptyParticipant } from '#modules/orders/rules/draft-answers.ts';
import { formatDate, parseDate } from '#src/ui/format.ts';
import { writtenTeams } from './draft-written.ts';

const typedBy = (birthDate: string) => [
  { localId: '1', competitionId: 1, teamName: '', participants: [{ ...emptyParticipant('a'), birthDate }] },
];
const written = (birthDate: string, locale: 'de' | 'en-us') =>
  writtenTeams({ formFields: [] }, typedBy(birthDate), (text) => parseDate(text, locale))[0]?.participants[0]
    ?.birthDate ?? '';

test.each([
  ['2.1.90', 'de', '1990-01-02'],
  ['02/01/1990', 'en-us', '1990-02-01'],
  ['31.02.1990', 'de', '31.02.1990'],
  ['gestern', 'de', 'gestern'],
  ['', 'de', ''],
] as const)('%s typed in %s is kept as %s', (input, locale, kept) => {
  expect(written(input, locale)).toBe(kept);
});

test('a date means the same day after the language changed', () => {
  const kept = written('01/02/1990', 'en-us');
  expect(formatDate(kept, 'de')).toBe('02.01.1990');
  expect(written(formatDate(kept, 'de'), 'de')).toBe(kept);
});
