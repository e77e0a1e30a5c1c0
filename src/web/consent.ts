import { dateIn, days, fromIso, type Instant, isCalendarDate } from '#src/kernel/time.ts';

/**
 * The visitor's consent. The readable cookie is its only record: `necessary,ga~2~2026-11-21` is the accepted categories, the
 * version of the question and the day. The version ends in `m` when the question was about marketing, which is asked only where
 * an organizer uses it.
 */
export const consentCookie = 'ccn-interacted';

/** `ga`: Google Analytics. `marketing`: a Facebook pixel on an event's pages. */
export type Category = 'necessary' | 'ga' | 'marketing';
const categories: readonly Category[] = ['necessary', 'ga', 'marketing'];
export type Consent = readonly Category[];

/** Raised when a category is added or changes; then everyone is asked again. */
const version = '2';
const marketingMark = 'm';
export const consentLastsMs = days(365);

/** null: no answer, an answer to another version, or an expired one. */
export function readConsent(cookie: string | null | undefined, now: Instant): Consent | null {
  const [named = '', asked = version, day = ''] = (cookie ?? '').split('~');
  const isAboutMarketing = asked === version + marketingMark;
  if (asked !== version && !isAboutMarketing) return null;
  const accepted = categoriesIn(named).filter((category) => category !== 'marketing' || isAboutMarketing);
  if (accepted.length === 0) return null;
  if (isCalendarDate(day) && now - fromIso(`${day}T00:00:00Z`) > consentLastsMs) return null;
  return accepted;
}

/** Whether the question was about marketing. */
export const wasAskedForMarketing = (cookie: string | null | undefined): boolean =>
  cookie?.split('~')[1] === version + marketingMark;

/** The known categories; the comma may be escaped. */
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

/** Legal pages and the consent page show no banner. */
const quietPaths =
  /^\/(?:conditions|data-protection|imprint|accessibility|consent|support)\/?$|^\/event-conditions(?:\/|$)/;

export const asksForConsentAt = (path: string): boolean => !quietPaths.test(path);
