import { describe, expect, test } from 'vitest';
import type { CalendarDate } from '#src/kernel/time.ts';
import { mayBeAsked } from './consent.ts';

const date = (text: string) => text as CalendarDate;
const today = date('2026-03-02');

describe('who may be asked', () => {
  test.each([
    ['a grown-up account', '1990-01-01', ['2020-01-01'], true],
    ['an account that is sixteen today', '2010-03-02', [], true],
    ['an account that is sixteen tomorrow', '2010-03-03', ['1980-01-01'], false],
    ['nobody known, a grown-up starts', null, ['1980-01-01', '2020-01-01'], true],
    ['nobody known, the starter turned sixteen today', null, ['2010-03-02'], true],
    ['nobody known, only children start', null, ['2010-03-03', '2015-01-01'], false],
    ['nobody known, and nobody says how old the starters are', null, [null], true],
    ['nobody known, one of the starters is of no known age', null, ['2015-01-01', null], true],
  ] as const)('%s', (_, account, participants, isAsked) => {
    expect(mayBeAsked({ account: account === null ? null : date(account), participants }, today)).toBe(isAsked);
  });

  test('born on the day that most years lack, one is sixteen with March', () => {
    const born = { account: date('2012-02-29'), participants: [] };
    expect(['2028-02-28', '2028-02-29'].map((day) => mayBeAsked(born, date(day)))).toEqual([false, true]);
  });
});
