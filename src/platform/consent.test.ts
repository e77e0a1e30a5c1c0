import fc from 'fast-check';
import { expect, test } from 'vitest';
import { days, fromIso, plus } from '#src/kernel/time.ts';
import { asksForConsentAt, categoriesIn, readConsent, writeConsent } from './consent.ts';

const now = fromIso('2026-11-21T10:00:00Z');

test.each([
  ['necessary~1~2026-11-21', ['necessary']],
  ['necessary,ga~1~2026-11-21', ['necessary', 'ga']],
  ['ga,necessary~1~2026-11-21', ['necessary', 'ga']],
  ['necessary%2Cga~1~2026-11-21', ['necessary', 'ga']],
  ['necessary,marketing~1~2026-11-21', ['necessary']],
  ['necessary', ['necessary']],
  ['necessary,ga~1~soon', ['necessary', 'ga']],
  ['necessary,ga~1~2026-99-99', ['necessary', 'ga']],
  ['necessary,ga~1~2025-11-22', ['necessary', 'ga']],
  ['necessary,ga~1~2025-11-20', null],
  ['necessary,ga~2~2026-11-21', null],
  ['necessary,ga~~2026-11-21', null],
  ['', null],
  ['~', null],
  ['yes~1~2026-11-21', null],
  ['vega~1~2026-11-21', null],
  [null, null],
  [undefined, null],
])('the cookie %j means %j', (cookie, expected) => expect(readConsent(cookie, now)).toEqual(expected));

test('what was written is read for a year, and asked for again after it', () => {
  for (const accepted of [['necessary'], ['necessary', 'ga']] as const) {
    const cookie = writeConsent(accepted, now);
    expect(cookie).toBe(`${accepted.join(',')}~1~2026-11-21`);
    expect(readConsent(cookie, plus(now, days(364)))).toEqual(accepted);
    expect(readConsent(cookie, plus(now, days(366)))).toBeNull();
  }
});

test('no cookie of a stranger breaks a page', () => {
  fc.assert(
    fc.property(fc.string(), (cookie) => {
      const consent = readConsent(cookie, now);
      expect(consent === null || consent.length > 0).toBe(true);
      expect(categoriesIn(cookie).every((category) => cookie.includes(category))).toBe(true);
    }),
  );
});

test.each([
  ['/', true],
  ['/auth', true],
  ['/events/7', true],
  ['/conditions-of-something', true],
  ['/conditions', false],
  ['/data-protection', false],
  ['/imprint', false],
  ['/accessibility', false],
  ['/event-conditions/7', false],
  ['/event-conditions/see-lauf', false],
  ['/consent', false],
  ['/support', false],
])('on %s it is asked: %s', (path, asks) => expect(asksForConsentAt(path)).toBe(asks));
