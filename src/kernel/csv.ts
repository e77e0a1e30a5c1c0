// Our own: writing takes ten lines, and no library defuses formulas as this must; reading is csv-parse's
// (`modules/payments/bank-files`).

/**
 * A table as a file that spreadsheets of this part of the world open by a double click: UTF-8 with a mark at its start,
 * semicolons, lines that end as RFC 4180 says.
 */
export const csvType = 'text/csv; charset=utf-8';

/** What needs more than to be written down: the begin of a formula, in wide characters too, and what a line is made of. */
const isSpecial = /^[=+\-@\t\r\n＝＋－＠]|[";\r\n]/;
const isFormula = /^[=+\-@\t\r\n＝＋－＠]/;
const isCut = /[";\r\n]/;
const quoted = (text: string): string => (isCut.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A cell with somebody's text: what a spreadsheet would take for a formula is shown as text. */
export function csvText(cell: string | number): string {
  const text = String(cell);
  return isSpecial.test(text) ? quoted(isFormula.test(text) ? `'${text}` : text) : text;
}
/** A cell with a figure of our own and nobody's text, so that one below zero stays one. */
export const csvFigure = quoted;

/** What a file begins with that is written line by line, and what a line ends with. */
export const csvMark = '\uFEFF';
export const csvLineEnd = '\r\n';
export const csvLine = (texts: readonly string[]): string => texts.map(csvText).join(';') + csvLineEnd;
