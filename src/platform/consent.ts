import { dateIn, days, fromIso, type Instant, isCalendarDate } from '#src/kernel/time.ts';

/**
 * What a visitor allowed beyond what the site needs. The cookie is all that is kept of it, readable for people who look:
 * `necessary,ga~1~2026-11-21`, the accepted categories, the version of what was asked, and the day of the answer.
 */
export const consentCookie = 'ccn-interacted';

/** `ga`: visits are counted with Google Analytics. */
export type Category = 'necessary' | 'ga';
const categories: readonly Category[] = ['necessary', 'ga'];
export type Consent = readonly Category[];

/** Raised when a category is added or means something else: then everyone is asked again. */
const version = '1';
/** A consent is asked for again after a year. */
export const consentLastsMs = days(365);

/** null: nothing was answered yet, or to another question, or too long ago. */
export function readConsent(cookie: string | null | undefined, now: Instant): Consent | null {
  const [named = '', asked = version, day = ''] = (cookie ?? '').split('~');
  const accepted = categoriesIn(named);
  if (accepted.length === 0 || asked !== version) return null;
  if (isCalendarDate(day) && now - fromIso(`${day}T00:00:00Z`) > consentLastsMs) return null;
  return accepted;
}

/** The known categories among these words; a comma may have been escaped on the way. */
export function categoriesIn(text: string): Consent {
  const words = text.split(/,|%2C/i).map((word) => word.trim());
  return categories.filter((category) => words.includes(category));
}

export const writeConsent = (accepted: Consent, now: Instant): string =>
  [categories.filter((category) => accepted.includes(category)).join(','), version, dateIn(now, 'UTC')].join('~');

/** Nobody is stopped where the law is to be read, nor where the answer is given. */
const quietPaths =
  /^\/(?:conditions|data-protection|imprint|accessibility|consent|support)\/?$|^\/event-conditions(?:\/|$)/;

export const asksForConsentAt = (path: string): boolean => !quietPaths.test(path);
