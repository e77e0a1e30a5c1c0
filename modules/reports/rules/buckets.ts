import type { CalendarDate } from '#src/kernel/time.ts';
import { addDays, dayNumber, type Span } from './days.ts';

export type Unit = 'day' | 'week' | 'month';
export type Bucket = { from: CalendarDate; value: number };

/** Units such that the bars can be told apart on a phone. */
export const unitOf = ({ from, to }: Span): Unit => {
  const count = dayNumber(to) - dayNumber(from) + 1;
  return count <= 92 ? 'day' : count <= 400 ? 'week' : 'month';
};

/** First day of the week (Monday), month or day. 1 January 1970 was a Thursday. */
const beginningOf = (date: CalendarDate, unit: Unit): CalendarDate => {
  if (unit === 'month') return `${date.slice(0, 7)}-01` as CalendarDate;
  return unit === 'week' ? addDays(date, -((dayNumber(date) + 3) % 7)) : date;
};

/** Includes empty bars; the first starts with the span. */
export function bucketsOf(span: Span, unit: Unit, rows: readonly { date: CalendarDate; value: number }[]): Bucket[] {
  const sums = new Map<CalendarDate, number>();
  for (let date = span.from; date <= span.to; date = addDays(date, 1)) sums.set(beginningOf(date, unit), 0);
  for (const { date, value } of rows) {
    const bucket = beginningOf(date, unit);
    if (sums.has(bucket)) sums.set(bucket, (sums.get(bucket) ?? 0) + value);
  }
  return [...sums].map(([from, value], index) => ({ from: index === 0 ? span.from : from, value }));
}

/** Running totals on days before `start`; `daysBefore` descending. null: in the future. */
export function cumulated(
  rows: readonly { date: CalendarDate; value: number }[],
  start: CalendarDate,
  daysBefore: readonly number[],
  today: CalendarDate,
): (number | null)[] {
  const sorted = [...rows].sort((a, b) => (a.date < b.date ? -1 : 1));
  let [sum, at] = [0, 0];
  return daysBefore.map((count) => {
    const until = addDays(start, -count);
    for (let row = sorted[at]; row && row.date <= until; row = sorted[at]) {
      sum += row.value;
      at += 1;
    }
    return until > today ? null : sum;
  });
}
