import { expect, test } from 'vitest';
import { fromIso } from '#src/kernel/time.ts';
import { isBelievableScan } from './scan-time.ts';

const weekend = {
  timeZone: 'Europe/Vienna',
  moments: [fromIso('2026-05-16T08:00:00Z'), fromIso('2026-05-17T14:00:00Z')],
  loggedInAt: null,
};

test.each([
  ['three days before', '2026-05-13T21:59:59Z', false],
  ['when numbers are handed out', '2026-05-13T22:00:00Z', true],
  ['at the start', '2026-05-16T08:00:00Z', true],
  ['the day after, late', '2026-05-18T21:59:59Z', true],
  ['two days after', '2026-05-18T22:00:00Z', false],
  ['a clock that was never set', '1970-01-01T00:00:00Z', false],
])('a scan %s', (_, at, believed) => expect(isBelievableScan(fromIso(at), weekend)).toBe(believed));

test('no device scans before it is logged in', () => {
  const loggedInAt = fromIso('2026-05-17T06:00:00Z');
  expect(isBelievableScan(fromIso('2026-05-17T05:59:59Z'), { ...weekend, loggedInAt })).toBe(false);
  expect(isBelievableScan(fromIso('2026-05-17T06:00:00Z'), { ...weekend, loggedInAt })).toBe(true);
});
