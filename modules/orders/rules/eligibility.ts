/**
 * Entry rules: age, gender, team size. Ages use calendar dates in the event's time zone. People born on 29 February
 * reach an age on 1 March in other years.
 */
import type { Gender } from '#modules/accounts/rules/genders.ts';
import { type CalendarDate, dateIn, dateParts, type Instant, isCalendarDate } from '#src/kernel/time.ts';

export type AgeCheckMode = 'ageGroup' | 'dayOfCompetition' | 'givenDate' | 'yearEndBefore' | 'yearEndAfter';

export type EntryRules = {
  type: 'single' | 'team';
  gender: 'both' | 'male' | 'female';
  minAge: number;
  maxAge: number;
  ageCheckMode: AgeCheckMode;
  /** For `givenDate`; default: the competition's day. */
  ageCheckDate: string | null;
  disableAgeCheck: boolean;
  minTeamSize: number;
  maxTeamSize: number;
  timestamp: Instant;
};
export type Entrant = { birthDate: string | null; gender: Gender | null };
export type EntryProblem = 'age' | 'gender' | 'birthDateMissing' | 'birthDateInvalid';

const oldestYears = 120;

/** Completed years; negative before birth. */
export function ageOn(birthDate: CalendarDate, day: CalendarDate): number {
  const birth = dateParts(birthDate);
  const on = dateParts(day);
  const birthdayIsAhead = on.month < birth.month || (on.month === birth.month && on.day < birth.day);
  return on.year - birth.year - (birthdayIsAhead ? 1 : 0);
}

export const needsBirthDate = (rules: Pick<EntryRules, 'minAge' | 'maxAge' | 'disableAgeCheck'>): boolean =>
  !rules.disableAgeCheck && (rules.minAge > 0 || rules.maxAge > 0);

/** Age by the competition's rule. */
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

/** Not in the future and at most 120 years ago. */
function isPlausibleBirthDate(text: string, today: CalendarDate): text is CalendarDate {
  if (!isCalendarDate(text) || text > today) return false;
  const oldest = `${String(dateParts(today).year - oldestYears).padStart(4, '0')}${today.slice(4)}`;
  return text >= oldest;
}

/** Reasons against an entry; empty: allowed. */
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

/** Single competitions need one member; teams at least max(1, `minTeamSize`) and, if set, at most `maxTeamSize`. */
export function isRightTeamSize(
  rules: Pick<EntryRules, 'type' | 'minTeamSize' | 'maxTeamSize'>,
  memberCount: number,
): boolean {
  if (rules.type === 'single') return memberCount === 1;
  return memberCount >= Math.max(1, rules.minTeamSize) && (rules.maxTeamSize === 0 || memberCount <= rules.maxTeamSize);
}
