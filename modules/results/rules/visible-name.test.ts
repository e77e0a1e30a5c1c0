import { expect, test } from 'vitest';
import type { CalendarDate } from '#src/kernel/time.ts';
import { isNameShown } from './visible-name.ts';

const on = (maxAge = 0) => ({ day: '2026-05-01' as CalendarDate, maxAge });

test('grown-ups stand there unless they said no, minors do not unless it was allowed', () => {
  expect(isNameShown(null, '2008-05-01', on())).toBe(true);
  expect(isNameShown(null, '2008-05-02', on())).toBe(false);
  expect(isNameShown(true, '2015-05-02', on())).toBe(true);
  expect(isNameShown(false, '1980-05-02', on())).toBe(false);
});

test('a year alone makes a grown-up of whoever is one on any day of it', () => {
  expect(isNameShown(null, null, on(), 2007)).toBe(true);
  expect(isNameShown(null, null, on(), 2008)).toBe(false);
  expect(isNameShown(null, null, on(), 2014)).toBe(false);
  expect(isNameShown(true, null, on(), 2014)).toBe(true);
});

test('without a birth date somebody is a minor where nobody else may start', () => {
  expect(isNameShown(null, null, on())).toBe(true);
  expect(isNameShown(null, null, on(60))).toBe(true);
  expect(isNameShown(null, null, on(17))).toBe(false);
  expect(isNameShown(true, null, on(17))).toBe(true);
});
