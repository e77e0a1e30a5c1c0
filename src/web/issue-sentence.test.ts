import { expect, test } from 'vitest';
import * as z from 'zod';
import * as mini from 'zod/mini';
import { translatorFor } from '#src/texts/locale.ts';
import { parseOrFields } from './error-answer.ts';

const said = (locale: 'de' | 'en-us', schema: z.core.$ZodType, value: unknown): string => {
  const result = parseOrFields(schema, value, translatorFor(locale));
  if ('data' in result) throw new Error(`${JSON.stringify(value)} is taken`);
  return Object.entries(result.fields)
    .map(([path, texts]) => `${path}: ${texts.join(' | ')}`)
    .join('\n');
};

/** The kind of issue, a schema that has it, what is sent, and what is said in German and in English. */
const cases: [string, z.core.$ZodType, unknown, string, string][] = [
  ['a missing text', z.object({ name: z.string() }), {}, 'name: Das fehlt noch.', 'name: This is missing.'],
  ['a missing number', z.object({ at: z.int() }), {}, 'at: Das fehlt noch.', 'at: This is missing.'],
  ['a missing list', z.object({ of: z.array(z.int()) }), {}, 'of: Das fehlt noch.', 'of: This is missing.'],
  ['a missing choice', z.object({ k: z.enum(['a']) }), {}, 'k: Das fehlt noch.', 'k: This is missing.'],
  [
    'a missing one of several',
    z.object({ v: z.union([z.string(), z.int()]) }),
    {},
    'v: Das fehlt noch.',
    'v: This is missing.',
  ],
  ['an empty text', z.string().min(1), '', 'body: Das fehlt noch.', 'body: This is missing.'],
  ['no text', z.string(), 7, 'body: Hier gehört ein Text hin.', 'body: This takes text.'],
  ['no number', z.number(), 'seven', 'body: Hier gehört eine Zahl hin.', 'body: This takes a number.'],
  ['no number in an address', z.coerce.number(), 'x', 'body: Hier gehört eine Zahl hin.', 'body: This takes a number.'],
  ['no whole number', z.int(), 1.5, 'body: Hier gehört eine ganze Zahl hin.', 'body: This takes a whole number.'],
  [
    'neither yes nor no',
    z.boolean(),
    'yes',
    'body: Hier geht nur true oder false.',
    'body: Only true or false goes here.',
  ],
  ['no list', z.array(z.int()), {}, 'body: Hier gehört eine Liste hin.', 'body: This takes a list.'],
  ['no fields', z.object({}), 'x', 'body: Hier gehören Felder mit Namen hin.', 'body: This takes named fields.'],
  ['null', z.object({ name: z.string() }), { name: null }, 'name: Hier gehört ein Text hin.', 'name: This takes text.'],
  ['a number too small', z.int().min(1001), 7, 'body: Mindestens 1.001.', 'body: At least 1,001.'],
  ['a number not above', z.number().positive(), 0, 'body: Mehr als 0.', 'body: More than 0.'],
  ['a number too big', z.int().max(1001), 1002, 'body: Höchstens 1.001.', 'body: At most 1,001.'],
  ['a number not below', z.number().lt(2.5), 3, 'body: Weniger als 2,5.', 'body: Less than 2.5.'],
  [
    'steps',
    z.number().multipleOf(0.01),
    0.005,
    'body: Das geht nur in Schritten von 0,01.',
    'body: This only goes in steps of 0.01.',
  ],
  ['a text too short', z.string().min(8), 'x', 'body: Mindestens 8 Zeichen.', 'body: At least 8 characters.'],
  ['a text too long', z.string().max(3), 'four', 'body: Höchstens 3 Zeichen.', 'body: At most 3 characters.'],
  ['a text of another length', z.string().length(2), 'x', 'body: Genau 2 Zeichen.', 'body: Exactly 2 characters.'],
  ['a list too short', z.array(z.int()).min(1), [], 'body: Mindestens ein Eintrag.', 'body: At least one entry.'],
  ['a list too long', z.array(z.int()).max(2), [1, 2, 3], 'body: Höchstens 2 Einträge.', 'body: At most 2 entries.'],
  ['a list of another length', z.array(z.int()).length(2), [1], 'body: Genau 2 Einträge.', 'body: Exactly 2 entries.'],
  [
    'a day too early',
    z.date().min(new Date('2027-06-15')),
    new Date('2027-01-01'),
    'body: Frühestens 15.06.2027.',
    'body: 06/15/2027 at the earliest.',
  ],
  [
    'a day too late',
    z.date().max(new Date('2027-06-15')),
    new Date('2028-01-01'),
    'body: Spätestens 15.06.2027.',
    'body: 06/15/2027 at the latest.',
  ],
  [
    'no day',
    z.iso.date(),
    '15.6.',
    'body: Das ist kein Datum. Schreib es als JJJJ-MM-TT.',
    'body: This is not a date. Write it as YYYY-MM-DD.',
  ],
  [
    'no moment',
    z.iso.datetime(),
    'now',
    'body: Das ist kein Zeitpunkt. Schreib ihn wie 2027-06-15T09:00:00Z.',
    'body: This is not a point in time. Write it like 2027-06-15T09:00:00Z.',
  ],
  [
    'no time of day',
    z.iso.time(),
    'noon',
    'body: Das ist keine Uhrzeit. Schreib sie wie 09:00:00.',
    'body: This is not a time of day. Write it like 09:00:00.',
  ],
  [
    'no e-mail address',
    z.email(),
    'ada',
    'body: Bitte gib eine gültige E-Mail-Adresse ein.',
    'body: Please enter a valid email address.',
  ],
  [
    'no web address',
    z.url(),
    'x',
    'body: Das ist keine Internetadresse. Schreib sie wie https://example.com/lauf.',
    'body: This is not a web address. Write it like https://example.com/run.',
  ],
  [
    'another form',
    z.string().regex(/^\d+$/),
    'x',
    'body: So geschrieben passt das hier nicht.',
    'body: That isn’t written the way it needs to be here.',
  ],
  [
    'an unknown value',
    z.enum(['bank', 'card']),
    'gold',
    'body: Erlaubt ist: bank, card.',
    'body: You can use: bank, card.',
  ],
  [
    'one of very many values',
    z.enum(Array.from({ length: 40 }, (_, at) => `v${at}`)),
    'x',
    'body: Wähl bitte einen der Werte aus, die es gibt.',
    'body: Please choose one of the values there are.',
  ],
  [
    'an unknown name',
    z.strictObject({ a: z.int() }),
    { a: 1, b: 2 },
    'body: Das gibt es hier nicht: b.',
    'body: There is no such thing here: b.',
  ],
  [
    'an unknown name in a list',
    z.record(z.enum(['a']), z.int()),
    { a: 1, b: 2 },
    'body: Das gibt es hier nicht: b.',
    'body: There is no such thing here: b.',
  ],
  [
    'a kind that there is not',
    z.discriminatedUnion('kind', [z.object({ kind: z.literal('a') }), z.object({ kind: z.literal('b') })]),
    { kind: 'c' },
    'kind: Erlaubt ist: a, b.',
    'kind: You can use: a, b.',
  ],
  ['none of several', z.union([z.int().min(5), z.string()]), 2, 'body: Mindestens 5.', 'body: At least 5.'],
  ['none or a text', z.union([z.null(), z.string()]), 2, 'body: Hier gehört ein Text hin.', 'body: This takes text.'],
  [
    'a rule without a name',
    z.string().refine(() => false),
    'x',
    'body: Das passt hier nicht.',
    'body: That doesn’t fit here.',
  ],
  [
    'the small one of a number',
    mini.int().check(mini.minimum(1001)),
    7,
    'body: Mindestens 1.001.',
    'body: At least 1,001.',
  ],
  ['the small one of a text', mini.string(), 7, 'body: Hier gehört ein Text hin.', 'body: This takes text.'],
];

test.each(cases)('what is wrong is said in a sentence: %s', (_, schema, value, german, english) => {
  expect([said('de', schema, value), said('en-us', schema, value)]).toEqual([german, english]);
});

test('no sentence names a type', () => {
  const all = cases.flatMap(([, schema, value]) => [said('de', schema, value), said('en-us', schema, value)]);
  for (const text of all)
    expect(text).not.toMatch(/\b(string|number>|number <|array|object|NaN|undefined|null|instanceof)\b/i);
});
