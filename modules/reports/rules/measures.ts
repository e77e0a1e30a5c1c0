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
