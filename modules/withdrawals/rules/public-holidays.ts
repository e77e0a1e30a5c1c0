import { easterSunday } from '#src/kernel/easter.ts';
import { type CalendarDate, dateParts, days } from '#src/kernel/time.ts';

/** Fixed dates: both countries, Austria only (Arbeitsruhegesetz, § 7), Germany only. */
const fixed = new Set([
  ...['01-01', '05-01', '12-25', '12-26'],
  ...['01-06', '08-15', '10-26', '11-01', '12-08'],
  ...['10-03'],
]);
/** Days after Easter Sunday: Good Friday (Germany), Easter Monday, Ascension, Whit Monday, Corpus Christi (Austria). */
const movable = [-2, 1, 39, 50, 60];

/** Nationwide public holidays of Austria or Germany, without Sundays. */
export function isPublicHoliday(date: CalendarDate): boolean {
  const { year, month, day } = dateParts(date);
  const fromEaster = (Date.UTC(year, month - 1, day) - easterSunday(year)) / days(1);
  return fixed.has(date.slice(5)) || movable.includes(fromEaster);
}
