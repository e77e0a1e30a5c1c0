import fc from 'fast-check';
import { expect, test } from 'vitest';
import { days, fromIso, plus } from '#src/kernel/time.ts';
import { asksForConsentAt, categoriesIn, readConsent, wasAskedForMarketing, writeConsent } from './consent.ts';

const now = fromIso('2026-11-21T10:00:00Z');

test.each([
  ['necessary~2~2026-11-21', ['necessary']],
  ['necessary,ga~2~2026-11-21', ['necessary', 'ga']],
  ['ga,necessary~2~2026-11-21', ['necessary', 'ga']],
  ['necessary%2Cga~2~2026-11-21', ['necessary', 'ga']],
  ['necessary,marketing~2~2026-11-21', ['necessary']],
  ['necessary', ['necessary']],
  ['necessary,ga~2~soon', ['necessary', 'ga']],
  ['necessary,ga~2~2026-99-99', ['necessary', 'ga']],
  ['necessary,ga~2~2025-11-22', ['necessary', 'ga']],
  ['necessary,ga~2~2025-11-20', null],
  ['necessary,ga~1~2026-11-21', null],
  ['necessary,ga,marketing~2m~2026-11-21', ['necessary', 'ga', 'marketing']],
  ['necessary~2m~2026-11-21', ['necessary']],
  ['necessary,ga~3m~2026-11-21', null],
  ['necessary,ga~m~2026-11-21', null],
  ['necessary,ga~~2026-11-21', null],
  ['', null],
  ['~', null],
  ['yes~2~2026-11-21', null],
  ['vega~2~2026-11-21', null],
  [null, null],
  [undefined, null],
])('the cookie %j means %j', (cookie, expected) => expect(readConsent(cookie, now)).toEqual(expected));

test('what was written is read for a year, and asked for again after it', () => {
  for (const [accepted, aboutMarketing] of [
    [['necessary'], false],
    [['necessary', 'ga'], false],
    [['necessary', 'ga'], true],
    [['necessary', 'ga', 'marketing'], true],
  ] as const) {
    const cookie = writeConsent(accepted, now, aboutMarketing);
    expect(cookie).toBe(`${accepted.join(',')}~2${aboutMarketing ? 'm' : ''}~2026-11-21`);
    expect(wasAskedForMarketing(cookie)).toBe(aboutMarketing);
    expect(readConsent(cookie, plus(now, days(364)))).toEqual(accepted);
    expect(readConsent(cookie, plus(now, days(366)))).toBeNull();
  }
});

test('nobody allows what was not asked', () => {
  expect(writeConsent(['necessary', 'marketing'], now, false)).toBe('necessary~2~2026-11-21');
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
