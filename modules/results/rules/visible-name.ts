import { ageOn } from '#modules/orders/rules/eligibility.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { type CalendarDate, dateParts, isCalendarDate } from '#src/kernel/time.ts';

/** Younger people need permission to be shown by name. */
export const minShownAge = 18;

/**
 * Whether name, club, nation and year of birth are public. The person's choice comes first; otherwise adults are
 * shown (lists are part of a race) and minors are not. By year of birth alone, everyone who turns 18 that year counts
 * as an adult. Without either, a person is a minor if the competition admits only minors.
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

/** @throws Problem VALIDATION_FAILED */
export const choiceIn = (form: Pick<FormData, 'get'>): boolean => {
  const said = form.get('isShown');
  return said === 'true' || said === 'false' ? said === 'true' : refuseFields({ isShown: ['required'] });
};
