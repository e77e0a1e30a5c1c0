import { type Instant, zonedParts } from '#src/kernel/time.ts';

export const measures = ['orders', 'participants', 'revenue'] as const;
export type Measure = (typeof measures)[number];
export const isMeasure = (text: string): text is Measure => (measures as readonly string[]).includes(text);

const maxDays = 730;
/** 1 to 730; null for any other text. */
export function daysIn(text: string): number | null {
  const count = /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 0;
  return count >= 1 && count <= maxDays ? count : null;
}
export const yearIn = (text: string): number | null => (/^2[01]\d\d$/.test(text) ? Number(text) : null);

export const periods = [30, 90, 180, 365, 730] as const;

export type Choices = { days: number; measure: Measure; compare: number | null; year: number };

export function choicesIn(query: URLSearchParams, now: Instant, timeZone: string): Choices {
  const number = (name: string) => (/^[1-9]\d{0,14}$/.test(query.get(name) ?? '') ? Number(query.get(name)) : null);
  const type = query.get('type') ?? '';
  const thisYear = zonedParts(now, timeZone).year;
  const year = number('year');
  return {
    days: periods.find((days) => days === number('days')) ?? 30,
    measure: isMeasure(type) ? type : 'orders',
    compare: number('compare'),
    year: year !== null && year >= 2000 && year <= thisYear + 1 ? year : thisYear,
  };
}

export const addressOf = (path: string, choices: Choices, shown: readonly (keyof Choices)[]): string => {
  const query = new URLSearchParams();
  if (shown.includes('days')) query.set('days', String(choices.days));
  if (shown.includes('measure')) query.set('type', choices.measure);
  if (shown.includes('compare') && choices.compare !== null) query.set('compare', String(choices.compare));
  if (shown.includes('year')) query.set('year', String(choices.year));
  return query.size > 0 ? `${path}?${query}` : path;
};
