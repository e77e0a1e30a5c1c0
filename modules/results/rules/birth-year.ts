const dayMs = 86_400_000;

/**
 * A year, or the year of a date in any format: `1985`, `31.1.1985`, `85`, `31.1.85`, or a spreadsheet day number.
 * `year`: of the race, as upper limit. Null: none.
 */
export function birthYearIn(cell: string | number | null | undefined, year: number): number | null {
  const text = String(cell ?? '').trim();
  const whole = /(?<!\d)((?:18|19|20)\d\d)(?!\d)/.exec(text);
  if (whole) return Number(whole[1]);
  if (typeof cell === 'number' && cell >= 1000 && cell < 80_000)
    return new Date(Date.UTC(1899, 11, 30) + cell * dayMs).getUTCFullYear();
  const short = /^(?:\d{1,2}[./-]\d{1,2}[./-]|['’])?(\d\d)$/.exec(text);
  if (!short) return null;
  const inCentury = Number(short[1]);
  const century = year - (year % 100);
  return inCentury <= year % 100 ? century + inCentury : century - 100 + inCentury;
}
