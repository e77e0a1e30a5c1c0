import fc from 'fast-check';
import { expect, test } from 'vitest';
import { digitsOf, formatTime, parseTime, timeOfNumber } from './time.ts';

test('times are read as timing systems write them, and everything else is none', () => {
  const table: [string, number | null][] = [
    ['1:02:03,4', 3_723_400],
    ['42:17', 2_537_000],
    ['75:12', 4_512_000],
    ['59.87', 59_870],
    ['0:00:09,123', 9123],
    [' 2:00:00 ', 7_200_000],
    ['27:03:11', 97_391_000],
    ['1.03:03:11', 97_391_000],
    ['1 day, 3:03:11.5', 97_391_500],
    ['1 Tag 03:03:11', 97_391_000],
    ['1:02:03 h', 3_723_000],
    ['42:17min', 2_537_000],
    ['1h02:03', 3_723_000],
    ['1h02m03s', 3_723_000],
    ["42'17,5", 2_537_500],
    [`1 h 02'03"`, 3_723_000],
    // Seconds alone, as lists of RACE RESULT may say it.
    ['123456.7', 123_456_700],
    ['42 min', null],
    ['1 h', null],
    ['1h75:00', null],
    ['1:60:00', null],
    ['10:61', null],
    ['1:2:345', null],
    ['0:00', null],
    ['-1:00', null],
    ['DNF', null],
    ['', null],
    ['12:00:00:00', null],
    ['9999999', null],
  ];
  for (const [text, ms] of table) expect([text, parseTime(text)]).toEqual([text, ms]);
});

test('what is written down is read as it was, cut and never rounded', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 359_999_999 }),
      fc.constantFrom(',' as const, '.' as const),
      (ms, decimal) => {
        expect(parseTime(formatTime(ms, decimal, 3))).toBe(ms);
        expect(parseTime(formatTime(ms, decimal, 1)) ?? 0).toBe(Math.floor(ms / 100) * 100);
      },
    ),
  );
});

test('a cell of a workbook is a part of a day, and from 5 on seconds', () => {
  expect([timeOfNumber(0.0435), timeOfNumber(10.52), timeOfNumber(0), timeOfNumber(-1)]).toEqual([
    3_758_400,
    10_520,
    null,
    null,
  ]);
});

test('a list shows as many digits as were measured', () => {
  expect([digitsOf([]), digitsOf([null, 61_000]), digitsOf([61_000, 61_100]), digitsOf([61_110, 61_100])]).toEqual([
    0, 0, 1, 2,
  ]);
  expect(digitsOf([61_111])).toBe(3);
});
