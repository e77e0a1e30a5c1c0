import { expect, test } from 'vitest';
import { days, hours, type Instant, instant } from '#src/kernel/time.ts';
import { dueAt, nextStep, type TeamCount } from './team-state.ts';

const start = instant(1_000_000);
const at = (ms: number): Instant => instant(start + ms);
const times = { createdAt: start, payBy: at(days(10)), until: at(days(12)), remindedAt: null };
const count = (change: Partial<TeamCount> = {}): TeamCount => ({ in: 3, paid: 3, size: 4, least: 2, ...change });

test.each([
  ['nothing on the first day', 'open', count({ in: 0, paid: 0 }), hours(23), 'none'],
  ['nobody ordered in a day', 'open', count({ in: 0, paid: 0 }), hours(24), 'unclaimed'],
  ['somebody ordered in it, not paid', 'open', count({ in: 1, paid: 0 }), hours(24), 'none'],
  ['three days before somebody is missing', 'open', count(), days(7), 'remind'],
  ['three days before all are in', 'open', count({ in: 4, paid: 4 }), days(7), 'none'],
  ['the day, enough', 'open', count({ paid: 2 }), days(10), 'complete'],
  ['the day, too few', 'open', count({ paid: 1 }), days(10), 'grace'],
  ['too few in the grace', 'grace', count({ paid: 1 }), days(11), 'none'],
  ['enough in the grace, others may still come', 'grace', count({ paid: 2 }), days(11), 'none'],
  ['all in the grace', 'grace', count({ paid: 4 }), days(11), 'complete'],
  ['enough at its end', 'grace', count({ paid: 2 }), days(12), 'complete'],
  ['too few at its end', 'grace', count({ paid: 1 }), days(12), 'dissolve'],
] as const)('%s', (_, state, counted, passed, step) => {
  expect(nextStep({ ...times, state }, counted, 'dissolve', at(passed))).toBe(step);
});

test('an organizer who keeps small teams lets those start of whom anybody paid', () => {
  const short = { ...times, state: 'grace' as const };
  expect(nextStep(short, count({ paid: 1 }), 'keep', at(days(12)))).toBe('complete');
  expect(nextStep(short, count({ paid: 0 }), 'keep', at(days(12)))).toBe('dissolve');
});

test('a captain is reminded once, and of a short time after half of it', () => {
  const short = { ...times, payBy: at(days(2)), state: 'open' as const };
  expect(nextStep(short, count(), 'dissolve', at(hours(23)))).toBe('none');
  expect(nextStep(short, count(), 'dissolve', at(days(1)))).toBe('remind');
  expect(nextStep({ ...short, remindedAt: at(days(1)) }, count(), 'dissolve', at(days(1)))).toBe('none');
});

test('whatever is due is due no later than it is looked at', () => {
  for (const state of ['open', 'grace'] as const)
    for (const counted of [count({ in: 0, paid: 0 }), count(), count({ paid: 1 })])
      for (let now = 0; now < days(13); now += hours(1)) {
        const due = dueAt({ ...times, state }, counted, at(now));
        if (nextStep({ ...times, state }, counted, 'dissolve', at(now)) === 'none') continue;
        if (state === 'grace') continue;
        expect(due).not.toBeNull();
        expect(Number(due)).toBeLessThanOrEqual(at(now));
      }
  expect(dueAt({ ...times, state: 'complete' }, count(), start)).toBeNull();
  expect(dueAt({ ...times, state: 'grace' }, count(), at(days(12)))).toBe(times.until);
});
