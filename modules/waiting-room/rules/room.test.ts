import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { instant, minutes } from '#src/kernel/time.ts';
import {
  aheadOf,
  awayAfter,
  freeTurns,
  minutesUntilTurn,
  type Pace,
  pauseSeconds,
  phaseOf,
  placeStateOf,
  refreshMs,
} from './room.ts';

const now = instant(1_000_000_000);
const pace = (change: Partial<Pace> = {}): Pace => ({
  mostAtOnce: 100,
  perMinute: null,
  windowMinutes: 15,
  active: 0,
  recent: 0,
  ended: 0,
  drawnAt: now,
  ...change,
});

test.each([
  ['nobody knows when', { opensAt: null, drawnAt: null }, 'ahead'],
  ['long before', { opensAt: instant(now + minutes(61)), drawnAt: null }, 'ahead'],
  ['an hour before', { opensAt: instant(now + minutes(60)), drawnAt: null }, 'gathering'],
  ['at the opening', { opensAt: now, drawnAt: null }, 'open'],
  ['drawn, and the prices were moved since', { opensAt: instant(now + minutes(90)), drawnAt: now }, 'open'],
] as const)('%s', (_, of, phase) => {
  expect(phaseOf({ leadMinutes: 60, ...of }, now)).toBe(phase);
});

test.each([
  [{ rank: null, admittedAt: null, until: null, bookedAt: null }, 'gathered'],
  [{ rank: 3, admittedAt: null, until: null, bookedAt: null }, 'waiting'],
  [{ rank: 3, admittedAt: now, until: instant(now + 1), bookedAt: null }, 'turn'],
  [{ rank: 3, admittedAt: now, until: now, bookedAt: null }, 'over'],
  [{ rank: 3, admittedAt: now, until: now, bookedAt: now }, 'booked'],
] as const)('%j is %s', (turn, state) => {
  expect(placeStateOf(turn, now)).toBe(state);
});

test('the free turns respect both limits', () => {
  const counts = fc.record({
    mostAtOnce: fc.integer({ min: 1, max: 500 }),
    perMinute: fc.option(fc.integer({ min: 1, max: 500 })),
    active: fc.nat(600),
    recent: fc.nat(600),
  });
  fc.assert(
    fc.property(counts, (of) => {
      const free = freeTurns(pace(of));
      expect(free).toBeGreaterThanOrEqual(0);
      if (free === 0) return;
      expect(of.active + free).toBeLessThanOrEqual(of.mostAtOnce);
      if (of.perMinute !== null) expect(of.recent + free).toBeLessThanOrEqual(of.perMinute);
    }),
  );
});

test.each([
  ['a turn is free', 0, pace(), 0],
  ['all turns last and people need half of their time', 99, pace({ active: 100 }), 8],
  ['people are quicker', 99, pace({ active: 100, ended: 200, drawnAt: instant(now - minutes(10)) }), 5],
  ['no more than ten a minute', 99, pace({ perMinute: 10 }), 9],
  ['hours', 15_000, pace({ active: 100 }), 1126],
])('%s', (_, ahead, at, expected) => {
  expect(minutesUntilTurn(ahead, at, now)).toBe(expected);
});

test('the number of visitors in front falls with every turn, and a skipped visitor is next', () => {
  expect([aheadOf(10, 0), aheadOf(10, 4), aheadOf(10, 9), aheadOf(10, 30)]).toEqual([9, 5, 0, 0]);
});

test('fifteen thousand visitors poll at most a few hundred times a second, and stay present', () => {
  const polls = fc.record({
    state: fc.constantFrom('gathered', 'waiting', 'turn', 'over', 'booked'),
    ahead: fc.nat(20_000),
    people: fc.nat(15_000),
    untilOpening: fc.integer({ min: -minutes(10), max: minutes(100) }),
  } as const);
  fc.assert(
    fc.property(polls, (of) => {
      const pause = pauseSeconds(of);
      expect(of.people / pause).toBeLessThanOrEqual(400);
      expect(pause * 1000 * 1.15 + refreshMs + 1000).toBeLessThan(awayAfter);
    }),
  );
});
