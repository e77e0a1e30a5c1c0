import { easterSunday } from '#src/kernel/easter.ts';
import { type CalendarDate, dateParts, days } from '#src/kernel/time.ts';

/** TARGET, the settlement system of the euro, is closed on weekends and six holidays. */
const fixedHolidays = new Set(['01-01', '05-01', '12-25', '12-26']);

const textOf = (at: number): CalendarDate => new Date(at).toISOString().slice(0, 10) as CalendarDate;
const utcOf = (date: CalendarDate): number => {
  const { year, month, day } = dateParts(date);
  return Date.UTC(year, month - 1, day);
};

export function isTargetDay(date: CalendarDate): boolean {
  const at = utcOf(date);
  const weekday = new Date(at).getUTCDay();
  if (weekday === 0 || weekday === 6 || fixedHolidays.has(date.slice(5))) return false;
  const easter = easterSunday(dateParts(date).year);
  return at !== easter - days(2) && at !== easter + days(1);
}

/** The next TARGET day, because banks may refuse orders for the current day. */
export function nextTargetDay(date: CalendarDate): CalendarDate {
  let at = utcOf(date) + days(1);
  while (!isTargetDay(textOf(at))) at += days(1);
  return textOf(at);
}
