import fc from 'fast-check';
import { expect, test } from 'vitest';
import { classesOf, classLabels, classOf, parseClasses } from './ranks.ts';

test('the usual classes have every age once', () => {
  for (const preset of ['fives', 'tens'] as const) {
    const classes = classesOf(preset, '');
    for (let age = 0; age <= 110; age += 1)
      expect([preset, age, classes.filter(({ from, to }) => age >= from && age <= to).length]).toEqual([
        preset,
        age,
        1,
      ]);
  }
  expect(classesOf('none', 'U16: 0-15')).toEqual([]);
});

test('a class goes by the year of birth and the gender; without either there is none', () => {
  const fives = classesOf('fives', '');
  const of = (birthYear: number | null, gender: string | null) => classOf(fives, { birthYear, gender }, 2026);
  expect([of(1991, 'female'), of(1990, 'male'), of(1997, 'male'), of(2007, 'diverse'), of(1940, 'female')]).toEqual([
    'W35',
    'M35',
    'M20',
    'DU20',
    'W80',
  ]);
  expect([of(null, 'female'), of(1990, null), of(1990, 'company'), of(2030, 'male')]).toEqual([null, null, null, null]);
  expect(classLabels([{ name: '20', from: 0, to: 120 }])).toEqual(['W20', 'M20', 'D20']);
});

test('own classes are one a line; what is none, or has an age that another has, is named', () => {
  expect(parseClasses('U16: 0-15\n Masters ; 40 – 59 \n60: 60+\n\n30: 30')).toEqual({
    classes: [
      { name: 'U16', from: 0, to: 15 },
      { name: 'Masters', from: 40, to: 59 },
      { name: '60', from: 60, to: 120 },
      { name: '30', from: 30, to: 30 },
    ],
    wrong: [],
  });
  expect(parseClasses('A: 20-29\nB: 29-40\nA: 50-60\nnothing\nC: 40-30').wrong).toEqual([
    'B: 29-40',
    'A: 50-60',
    'nothing',
    'C: 40-30',
  ]);
  expect(parseClasses(Array.from({ length: 80 }, (_, n) => `K${n}: ${n}`).join('\n')).wrong.length).toBe(20);
});

test('no text breaks the classes, and those that are read never share an age', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (text) => {
      const { classes } = parseClasses(text);
      for (const [at, one] of classes.entries())
        for (const other of classes.slice(at + 1)) expect(one.to < other.from || other.to < one.from).toBe(true);
    }),
  );
});
