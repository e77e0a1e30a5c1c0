/**
 * Who may enter a competition: age, gender, team size. Ages are counted on plain calendar dates; the competition's day
 * is that of the event's time zone. Reached on 1 March by who was born on 29 February, in years that have none.
 */
import type { Gender } from '#modules/accounts/rules/genders.ts';
import { type CalendarDate, dateIn, dateParts, type Instant, isCalendarDate } from '#src/kernel/time.ts';

export type AgeCheckMode = 'ageGroup' | 'dayOfCompetition' | 'givenDate' | 'yearEndBefore' | 'yearEndAfter';

export type EntryRules = {
  type: 'single' | 'team';
  gender: 'both' | 'male' | 'female';
  /** 0 means no limit. */
  minAge: number;
  maxAge: number;
  ageCheckMode: AgeCheckMode;
  /** For `givenDate`; without it the competition's day is taken. */
  ageCheckDate: string | null;
  disableAgeCheck: boolean;
  minTeamSize: number;
  maxTeamSize: number;
  timestamp: Instant;
};
export type Entrant = { birthDate: string | null; gender: Gender | null };
export type EntryProblem = 'age' | 'gender' | 'birthDateMissing' | 'birthDateInvalid';

const oldestYears = 120;

/** Completed years on a day; negative before birth. */
export function ageOn(birthDate: CalendarDate, day: CalendarDate): number {
  const birth = dateParts(birthDate);
  const on = dateParts(day);
  const birthdayIsAhead = on.month < birth.month || (on.month === birth.month && on.day < birth.day);
  return on.year - birth.year - (birthdayIsAhead ? 1 : 0);
}

export const needsBirthDate = (rules: Pick<EntryRules, 'minAge' | 'maxAge' | 'disableAgeCheck'>): boolean =>
  !rules.disableAgeCheck && (rules.minAge > 0 || rules.maxAge > 0);

/** The age that the competition's rules count, whatever its limits. */
export function countedAge(rules: EntryRules, timeZone: string, birthDate: CalendarDate): number {
  const competitionDay = dateIn(rules.timestamp, timeZone);
  const { year } = dateParts(competitionDay);
  const birthYear = dateParts(birthDate).year;
  switch (rules.ageCheckMode) {
    case 'ageGroup':
    case 'yearEndAfter':
      return year - birthYear;
    case 'yearEndBefore':
      return year - 1 - birthYear;
    case 'givenDate':
      return ageOn(
        birthDate,
        rules.ageCheckDate !== null && isCalendarDate(rules.ageCheckDate) ? rules.ageCheckDate : competitionDay,
      );
    case 'dayOfCompetition':
      return ageOn(birthDate, competitionDay);
  }
}

/** A birth date lies neither ahead nor more than 120 years back. */
function isPlausibleBirthDate(text: string, today: CalendarDate): text is CalendarDate {
  if (!isCalendarDate(text) || text > today) return false;
  const oldest = `${String(dateParts(today).year - oldestYears).padStart(4, '0')}${today.slice(4)}`;
  return text >= oldest;
}

/** What stands against one participant; empty means welcome. */
export function entryProblems(rules: EntryRules, timeZone: string, entrant: Entrant, now: Instant): EntryProblem[] {
  const problems: EntryProblem[] = [];
  const birthDate = entrant.birthDate?.trim() || null;
  if (birthDate === null) {
    if (needsBirthDate(rules)) problems.push('birthDateMissing');
  } else if (!isPlausibleBirthDate(birthDate, dateIn(now, timeZone))) {
    problems.push('birthDateInvalid');
  } else if (needsBirthDate(rules)) {
    const age = countedAge(rules, timeZone, birthDate);
    if ((rules.minAge > 0 && age < rules.minAge) || (rules.maxAge > 0 && age > rules.maxAge)) problems.push('age');
  }
  if (rules.gender !== 'both' && entrant.gender !== rules.gender) problems.push('gender');
  return problems;
}

/** A single competition takes one at a time; a team at least `minTeamSize` (never fewer than one) and, above 0, at most `maxTeamSize`. */
export function isRightTeamSize(
  rules: Pick<EntryRules, 'type' | 'minTeamSize' | 'maxTeamSize'>,
  memberCount: number,
): boolean {
  if (rules.type === 'single') return memberCount === 1;
  return memberCount >= Math.max(1, rules.minTeamSize) && (rules.maxTeamSize === 0 || memberCount <= rules.maxTeamSize);
}
