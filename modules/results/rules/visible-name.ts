import { ageOn } from '#modules/orders/rules/eligibility.ts';
import { type CalendarDate, dateParts, isCalendarDate } from '#src/kernel/time.ts';

/** Whoever is younger on the day of the competition stands in no public list with a name unless it was allowed. */
export const minShownAge = 18;

/**
 * Whether somebody stands with name, club, nation and year of birth where everybody can read it. What was said goes before
 * everything. Otherwise grown-ups do, as lists of starters and results are part of a race, and minors do not. A year of
 * birth alone, as files of results have it, makes a grown-up of whoever is one on any day of that year. With neither
 * somebody is a minor where the competition takes nobody else.
 */
export function isNameShown(
  said: boolean | null,
  birthDate: string | null,
  competition: { day: CalendarDate; maxAge: number },
  birthYear: number | null = null,
): boolean {
  if (said !== null) return said;
  if (birthDate !== null && isCalendarDate(birthDate)) return ageOn(birthDate, competition.day) >= minShownAge;
  if (birthYear !== null) return dateParts(competition.day).year - birthYear > minShownAge;
  return competition.maxAge === 0 || competition.maxAge >= minShownAge;
}
