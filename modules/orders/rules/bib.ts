/** What start numbers are, wherever they come from. */
export const longestBib = 20;

/**
 * A start number as it is kept, null for none: without spaces around it, and figures without zeros before them, so that
 * `007` and `7` are one number.
 */
export function bibOf(text: string | null | undefined): string | null {
  const bib = text?.trim() ?? '';
  if (bib === '') return null;
  return /^\d+$/.test(bib) ? bib.replace(/^0+(?=\d)/, '') : bib;
}

/** The number that a bib is; null for one with letters, which no range holds. */
export const numberOfBib = (bib: string | null): number | null => (bib && /^\d{1,9}$/.test(bib) ? Number(bib) : null);
