import { expect, test } from 'vitest';
import { findReferences } from './payment-reference.ts';
import { readRefundReference, refundReference } from './refund-reference.ts';

test('a refund is named after its order, in letters that provider and bank take', () => {
  const reference = refundReference('SB', 100042, 17);
  expect(reference).toMatch(/^SB100042\d\d-R17$/);
  expect(reference).toMatch(/^[A-Za-z0-9.:_-]{1,35}$/);
  expect(refundReference('ABCD', 9_999_999_999, 999_999_999).length).toBeLessThanOrEqual(35);
  // A returned transfer names its own order only.
  expect(findReferences(reference, 'SB')).toEqual([100042]);
});

test.each([
  ['SB10004213-R17', 17],
  ['EndToEnd sb10004213-r17 Erstattung', 17],
  ['SB10004213R17', 17],
  ['SB10004213 - R17 SB10004213-R17', 17],
  ['SB10004213-R17 SB10004213-R18', null],
  ['SB10004213', null],
  ['Rechnung R17', null],
  ['', null],
])('%s', (text, refundId) => {
  expect(readRefundReference(text)?.refundId ?? null).toBe(refundId);
});
