// Our own: writing takes ten lines, and no library defuses formulas as this must; reading is csv-parse's
// (`modules/payments/bank-files`).

/**
 * A table as a file that spreadsheets of this part of the world open by a double click: UTF-8 with a mark at its start,
 * semicolons, lines that end as RFC 4180 says.
 */
export const csvType = 'text/csv; charset=utf-8';

/** A cell that a spreadsheet would take for a formula, in wide characters too, is shown as text. */
const defused = (text: string): string => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text);
const quoted = (text: string): string => (/[";\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** What a file begins with that is written line by line. */
export const csvMark = '\uFEFF';
/** `isFigure`: which cells are figures of our own and nobody's text, so that one below zero stays one. */
export const csvLine = (row: readonly string[], isFigure?: readonly boolean[]): string =>
  `${row.map((cell, at) => quoted(isFigure?.[at] ? cell : defused(cell))).join(';')}\r\n`;
