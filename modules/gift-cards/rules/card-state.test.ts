import { expect, test } from 'vitest';
import { cents } from '#src/kernel/money.ts';
import { fromIso } from '#src/kernel/time.ts';
import { cardState, validAfterReturn, validUntilOf } from './card-state.ts';

const now = fromIso('2026-11-26T08:00:00Z');
const card = {
  ...{ rest: cents(500), issuedAt: now, droppedAt: null, blockedAt: null },
  validUntil: fromIso('2029-12-31T23:00:00Z'),
};

test.each([
  ['ordered', { issuedAt: null, validUntil: null, rest: cents(0) }],
  ['dropped', { issuedAt: null, validUntil: null, rest: cents(0), droppedAt: now }],
  ['ready', {}],
  ['used', { rest: cents(0) }],
  ['blocked', { blockedAt: now }],
  ['over', { validUntil: now }],
])('%s', (state, change) => {
  expect(cardState({ ...card, ...change }, now)).toBe(state);
});

test.each([
  ['2026-01-01T00:00:00Z', 3, '2029-12-31T23:00:00.000Z'],
  ['2026-12-31T22:59:59Z', 3, '2029-12-31T23:00:00.000Z'],
  // In Vienna it is next year already.
  ['2026-12-31T23:00:00Z', 3, '2030-12-31T23:00:00.000Z'],
  ['2026-06-01T12:00:00Z', 5, '2031-12-31T23:00:00.000Z'],
])('sold %s for %i years: good until %s', (sold, years, until) => {
  expect(new Date(validUntilOf(fromIso(sold), years, 'Europe/Vienna')).toISOString()).toBe(until);
});

test('what comes back can be spent for 90 days at least, and a longer time stays', () => {
  expect(validAfterReturn(fromIso('2026-11-01T00:00:00Z'), now)).toBe(fromIso('2027-02-24T08:00:00Z'));
  expect(validAfterReturn(card.validUntil, now)).toBe(card.validUntil);
});
