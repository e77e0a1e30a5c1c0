// Our own: ten lines, and no library defuses formulas as needed; reading uses csv-parse (`modules/payments/bank-files`).

/** CSV for German spreadsheets: UTF-8 with a byte order mark, semicolons, line ends of RFC 4180. */
export const csvType = 'text/csv; charset=utf-8';

/** Starts of formulas, in wide characters too, and characters that need quotes. */
const isSpecial = /^[=+\-@\t\r\n＝＋－＠]|[";\r\n]/;
const isFormula = /^[=+\-@\t\r\n＝＋－＠]/;
const isCut = /[";\r\n]/;
const quoted = (text: string): string => (isCut.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A cell with users' text; formulas are defused. */
export function csvText(cell: string | number): string {
  const text = String(cell);
  return isSpecial.test(text) ? quoted(isFormula.test(text) ? `'${text}` : text) : text;
}
/** A cell with a number of ours, so that negative ones stay numbers. */
export const csvFigure = quoted;

export const csvMark = '\uFEFF';
export const csvLineEnd = '\r\n';
export const csvLine = (texts: readonly string[]): string => texts.map(csvText).join(';') + csvLineEnd;
