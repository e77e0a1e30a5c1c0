import { expect, test } from 'vitest';
import { instant } from '#src/kernel/time.ts';
import { nearestFirst } from './nearest-first.ts';

test('the event of today stands before those to come, and those before those that are over', () => {
  const event = (id: string, start: number, end: number) => ({
    id,
    startTimestamp: instant(start),
    endTimestamp: instant(end),
  });
  const events = [
    event('in a year', 900, 910),
    event('next', 120, 130),
    event('today', 95, 105),
    event('yesterday', 80, 90),
    event('long ago', 1, 2),
    event('ends now', 90, 100),
  ];
  expect(nearestFirst(events, instant(100)).map(({ id }) => id)).toEqual([
    'ends now',
    'today',
    'next',
    'in a year',
    'yesterday',
    'long ago',
  ]);
});
