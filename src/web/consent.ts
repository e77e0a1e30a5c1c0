import { dateIn, days, fromIso, type Instant, isCalendarDate } from '#src/kernel/time.ts';

/**
 * What a visitor allowed beyond what the site needs. The cookie is all that is kept of it, readable for people who look:
 * `necessary,ga~2~2026-11-21`, the accepted categories, the version of what was asked, and the day of the answer. The
 * version ends in `m` when the question was about marketing, too: that is asked only where an organizer uses it.
 */
export const consentCookie = 'ccn-interacted';

/** `ga`: visits are counted with Google Analytics. `marketing`: a pixel tells Facebook of visits to an event's pages. */
export type Category = 'necessary' | 'ga' | 'marketing';
const categories: readonly Category[] = ['necessary', 'ga', 'marketing'];
export type Consent = readonly Category[];

/** Raised when a category is added or means something else: then everyone is asked again. */
const version = '2';
const marketingMark = 'm';
/** A consent is asked for again after a year. */
export const consentLastsMs = days(365);

/** null: nothing was answered yet, or to another question, or too long ago. */
export function readConsent(cookie: string | null | undefined, now: Instant): Consent | null {
  const [named = '', asked = version, day = ''] = (cookie ?? '').split('~');
  const isAboutMarketing = asked === version + marketingMark;
  if (asked !== version && !isAboutMarketing) return null;
  const accepted = categoriesIn(named).filter((category) => category !== 'marketing' || isAboutMarketing);
  if (accepted.length === 0) return null;
  if (isCalendarDate(day) && now - fromIso(`${day}T00:00:00Z`) > consentLastsMs) return null;
  return accepted;
}

/** Whether the answer in the cookie was one about marketing, whatever it was. */
export const wasAskedForMarketing = (cookie: string | null | undefined): boolean =>
  cookie?.split('~')[1] === version + marketingMark;

/** The known categories among these words; a comma may have been escaped on the way. */
export function categoriesIn(text: string): Consent {
  const words = text.split(/,|%2C/i).map((word) => word.trim());
  return categories.filter((category) => words.includes(category));
}

/** `aboutMarketing`: the question named it. */
export const writeConsent = (accepted: Consent, now: Instant, aboutMarketing: boolean): string =>
  [
    categories
      .filter((category) => accepted.includes(category) && (category !== 'marketing' || aboutMarketing))
      .join(','),
    version + (aboutMarketing ? marketingMark : ''),
    dateIn(now, 'UTC'),
  ].join('~');

/** Nobody is stopped where the law is to be read, nor where the answer is given. */
const quietPaths =
  /^\/(?:conditions|data-protection|imprint|accessibility|consent|support)\/?$|^\/event-conditions(?:\/|$)/;

export const asksForConsentAt = (path: string): boolean => !quietPaths.test(path);
