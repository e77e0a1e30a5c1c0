import { expect, test } from 'vitest';
import * as z from 'zod';
import { translatorFor } from '#src/texts/locale.ts';
import { end, formOf, moment, money, number, text } from './fields.ts';
import { readForm } from './read-form.ts';

const sale = formOf('events', [{ name: 'sale', fields: [money('price'), moment('from'), end('to')] }]);
const schema = z.record(z.string(), z.unknown());
const read = (language: 'de' | 'en-us', texts: Record<string, string>) => {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.set(name, text);
  return readForm(sale, form, translatorFor(language), { schema });
};
const readWell = (...given: Parameters<typeof read>) => {
  const made = read(...given);
  if ('errors' in made) throw new Error(JSON.stringify(made.errors));
  return made;
};

test('a day is all of that day: it begins at midnight and ends with its last minute', () => {
  const { data } = readWell('de', { from: '1.3.2026', to: '31.3.2026' });
  expect(data).toMatchObject({ from: '2026-02-28T23:00:00.000Z', to: '2026-03-31T21:59:00.000Z' });
  expect(readWell('de', { to: '31.3.2026 18:00' }).data).toMatchObject({ to: '2026-03-31T16:00:00.000Z' });
});

test('an amount is what the language writes as one, and nothing else becomes another', () => {
  expect(readWell('de', { price: '1.250,50' }).data.price).toBe(125_050);
  expect(readWell('en-us', { price: '1,250.50' }).data.price).toBe(125_050);
  for (const [language, price] of [
    ['de', '12.50'],
    ['en-us', '12,50'],
    ['de', 'zwölf'],
  ] as const)
    expect(read(language, { price })).toHaveProperty('errors.price');
});

const everything = formOf('x', [
  {
    name: 'all',
    fields: [
      text('name', true),
      number('count'),
      { name: 'share', kind: 'percent' },
      { name: 'day', kind: 'date' },
      { name: 'ids', kind: 'choices' },
      { name: 'address.city', kind: 'text' },
      { name: 'options', kind: 'rows', columns: [text('label', true), money('cents')] },
    ],
  },
]);
const whole = z.object({
  name: z.string().max(5),
  count: z.int().min(1).nullable(),
  share: z.number().nullable(),
  day: z.string().nullable(),
  ids: z.array(z.number()),
  address: z.object({ city: z.string().nullable() }),
  options: z.array(z.object({ label: z.string(), cents: z.number().min(0) })),
});
const readAll = (entries: readonly [string, string][]) => {
  const posted = new FormData();
  for (const [name, value] of entries) posted.append(name, value);
  return readForm(everything, posted, translatorFor('de'), { schema: whole });
};

test('the names make the structure, and rows without anything fall away', () => {
  const made = readAll([
    ['name', 'Lauf'],
    ['share', '5,5'],
    ['ids', '3'],
    ['ids', '7'],
    ['address.city', 'Wien'],
    ['options[1].label', 'S'],
    ['options[1].cents', '1,50'],
    ['options[4].label', ' '],
    ['options[9].label', 'M'],
    ['options[9].cents', '2'],
  ]);
  expect(made).toMatchObject({
    data: {
      name: 'Lauf',
      count: null,
      share: 5.5,
      ids: [3, 7],
      address: { city: 'Wien' },
      options: [
        { label: 'S', cents: 150 },
        { label: 'M', cents: 200 },
      ],
    },
    input: { ids: '3 7', 'options[1].label': 'M' },
  });
});

test('everything that is wrong is said at once, each beside its own control', () => {
  const made = readAll([
    ['name', 'zu lang'],
    ['count', 'zwei'],
    ['day', '31.2.2026'],
    ['options[2].label', ''],
    ['options[2].cents', '-1'],
  ]);
  expect(Object.keys('errors' in made ? made.errors : {}).sort()).toEqual(['count', 'day', 'name', 'options[0].label']);
  expect(
    readAll([
      ['name', 'Lauf'],
      ['count', '0'],
    ]),
  ).toHaveProperty('errors.count', 'Mindestens 1.');
  expect(
    readAll([
      ['options[2].label', 'S'],
      ['options[2].cents', '-1'],
      ['name', 'x'],
    ]),
  ).toHaveProperty(['errors', 'options[0].cents'], 'Mindestens 0,00\u00a0€.');
});

test('names that no form of ours has do no harm', () => {
  const hostile = ['__proto__.x', 'options[999999999].label', 'options[-1].label', 'a[b', '__intent__', '__state__'];
  const made = readAll([['name', 'Lauf'], ...hostile.map((name): [string, string] => [name, '{'])]);
  expect(made).toMatchObject({ data: { name: 'Lauf', options: [] } });
});

const pickedForm = formOf('x', [
  {
    name: 'picked',
    fields: [
      moment('from'),
      { name: 'day', kind: 'date' },
      { name: 'look', kind: 'colour' },
      {
        name: 'rows',
        kind: 'rows',
        columns: [text('name'), { ...text('type'), given: true }, end('until')],
      },
    ],
  },
]);

test.each([
  ['nothing picked: the text', { from: '01.05.2026 09:30', 'from.picked': '' }, { from: '01.05.2026 09:30' }],
  [
    'picked: it stands in the text',
    { from: '01.05.2026', 'from.picked': '2026-05-17T09:30' },
    { from: '17.05.2026 09:30' },
  ],
  ['a day', { day: '', 'day.picked': '2026-05-17' }, { day: '17.05.2026' }],
  ['a colour left as it was shown', { look: '', 'look.picked': '#1f45d6', 'look.pickShown': '#1f45d6' }, { look: '' }],
  ['a colour typed', { look: '#112233', 'look.picked': '#1f45d6', 'look.pickShown': '#1f45d6' }, { look: '#112233' }],
  ['a colour picked', { look: '', 'look.picked': '#aabbcc', 'look.pickShown': '#1f45d6' }, { look: '#aabbcc' }],
  [
    'in a row, which it makes by itself',
    { 'rows[2].type': 'single', 'rows[3].type': 'single', 'rows[3].until.picked': '2026-05-17T09:30' },
    { 'rows[0].until': '17.05.2026 09:30', 'rows[0].type': 'single' },
  ],
] as const)('picked beside a text: %s', (_, posted, expected) => {
  const form = new FormData();
  for (const [name, text] of Object.entries(posted)) form.set(name, text);
  const { input } = readForm(pickedForm, form, translatorFor('de'), { schema });
  expect({ ...input }).toMatchObject(expected);
  expect(input).not.toHaveProperty(['rows[1].type']);
});
