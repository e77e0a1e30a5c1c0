import type { CalendarDate } from '#src/kernel/time.ts';

/** `name`: `2026`, `2026-Q4` or `2026-11`. */
export type Period = { name: string; from: CalendarDate; to: CalendarDate };

const two = (number: number): string => String(number).padStart(2, '0');

function months(name: string, year: number, first: number, last: number): Period {
  const lastDay = new Date(Date.UTC(year, last, 0)).getUTCDate();
  return {
    name,
    from: `${year}-${two(first)}-01` as CalendarDate,
    to: `${year}-${two(last)}-${two(lastDay)}` as CalendarDate,
  };
}

/** null: not a period. */
export function periodOf(name: string): Period | null {
  const [, year = '', quarter, month] = /^(20\d\d)(?:-Q([1-4])|-(0[1-9]|1[0-2]))?$/.exec(name) ?? [];
  if (year === '') return null;
  if (quarter) return months(name, Number(year), Number(quarter) * 3 - 2, Number(quarter) * 3);
  if (month) return months(name, Number(year), Number(month), Number(month));
  return months(name, Number(year), 1, 12);
}

/** Years, quarters and months of the booked months, newest first, each before its parts. */
export function periodNames(booked: readonly string[]): string[] {
  const quarterOf = (month: string) => `${month.slice(0, 4)}-Q${Math.ceil(Number(month.slice(5)) / 3)}`;
  const newest = [...new Set(booked)].sort().reverse();
  return [...new Set(newest.map((month) => month.slice(0, 4)))].flatMap((year) => {
    const within = newest.filter((month) => month.startsWith(year));
    const quarters = [...new Set(within.map(quarterOf))];
    return [
      year,
      ...quarters.flatMap((quarter) => [quarter, ...within.filter((month) => quarterOf(month) === quarter)]),
    ];
  });
}
