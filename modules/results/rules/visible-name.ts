import { ageOn } from '#modules/orders/rules/eligibility.ts';
import { refuseFields } from '#src/kernel/problem.ts';
import { type CalendarDate, dateParts, isCalendarDate } from '#src/kernel/time.ts';

/** Younger people need permission to be shown by name. */
export const minShownAge = 18;

/** The person's choice comes first; otherwise adults are shown and minors are not. Age counts by year of birth. */
export function isNameShown(
  choice: boolean | null,
  birthDate: string | null,
  competition: { day: CalendarDate; maxAge: number },
  birthYear: number | null = null,
): boolean {
  if (choice !== null) return choice;
  if (birthDate !== null && isCalendarDate(birthDate)) return ageOn(birthDate, competition.day) >= minShownAge;
  if (birthYear !== null) return dateParts(competition.day).year - birthYear > minShownAge;
  return competition.maxAge === 0 || competition.maxAge >= minShownAge;
}

/** @throws Problem VALIDATION_FAILED */
export const choiceIn = (form: Pick<FormData, 'get'>): boolean => {
  const value = form.get('isShown');
  return value === 'true' || value === 'false' ? value === 'true' : refuseFields({ isShown: ['required'] });
};
