import { expect, test } from 'vitest';
import { makeReference } from '#modules/payments/rules/payment-reference.ts';
import { fromIso } from '#src/kernel/time.ts';
import { cardNumberIn, orderNumberIn, suggestedAnswer } from './answers.ts';
import { periodEnd } from './period.ts';

const timeZone = 'Europe/Vienna';
const facts = {
  orderedAt: fromIso('2026-03-02T09:00:00Z'),
  eventEnd: fromIso('2026-05-17T16:00:00Z'),
  handedAt: null,
  timeZone,
};

test.each([
  // The fourteenth day is a Sunday, so Monday counts whole.
  ['goods_14', null, '2026-06-01T22:00:00Z'],
  // Handed out on the day before: the event's last day is later.
  ['goods_14', '2026-05-16T10:00:00Z', '2026-06-01T22:00:00Z'],
  // Sent after the event, on a Wednesday.
  ['goods_14', '2026-05-20T10:00:00Z', '2026-06-03T22:00:00Z'],
  // From the order, a Monday, whatever the event date.
  ['service_14', '2026-05-20T10:00:00Z', '2026-03-16T23:00:00Z'],
  ['custom_made', null, null],
  ['none_leisure', null, null],
  ['none_donation', null, null],
] as const)('%s, handed over %s: until %s', (right, handed, end) => {
  const handedAt = handed === null ? null : fromIso(handed);
  expect(periodEnd({ ...facts, right, handedAt })).toBe(end === null ? null : fromIso(end));
});

test('what the law says of a line, by when it was declared', () => {
  const endsAt = fromIso('2026-06-01T22:00:00Z');
  const before = fromIso('2026-06-01T21:59:59Z');
  expect(suggestedAnswer('goods_14', { declaredAt: before, endsAt })).toBe('accepted');
  expect(suggestedAnswer('goods_14', { declaredAt: endsAt, endsAt })).toBe('late');
  expect(suggestedAnswer('service_14', { declaredAt: before, endsAt, isFromDesk: true })).toBe('other');
  const of = { declaredAt: before, endsAt: null };
  expect(suggestedAnswer('custom_made', of)).toBe('custom');
  expect(suggestedAnswer('none_leisure', of)).toBe('leisure');
  expect(suggestedAnswer('none_donation', of)).toBe('donation');
});

test.each([
  ['100042', 100_042],
  [' Nr. 100042 ', 100_042],
  ['#7', 7],
  ['Bestellung 12', 12],
  ['12-4', null],
  ['2026/12', null],
  ['0', null],
  ['', null],
  ['Startnummer', null],
  ['GK-00042', null],
  ['9'.repeat(40), null],
  // The reference ends with two check digits; a mistyped one is no order.
  [makeReference('SB', 223), 223],
  ['sb 223 94', 223],
  ['SB22395', null],
])('%j names the order %s', (typed, number) => {
  expect(orderNumberIn(typed, 'SB')).toBe(number);
});

test('where there are no transfers there are no references', () => {
  expect(orderNumberIn(makeReference('SB', 223), null)).toBe(22_394);
  expect(orderNumberIn('Bestellung 12', 'B')).toBe(12);
});

test.each([
  ['GK-00042', 42],
  ['gk 42', 42],
  ['GK-00000', null],
  ['42', null],
])('%j names the gift card %s', (typed, number) => {
  expect(cardNumberIn(typed)).toBe(number);
});
