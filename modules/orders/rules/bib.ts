export const maxBibLength = 20;

/**
 * Normalizes a bib number: NFKC, upper case, trimmed, digits without leading zeros; null: none. `007`, `7` and
 * full-width `７` are equal, and so are `a-12` and `A-12`.
 */
export function bibOf(text: string | null | undefined): string | null {
  const bib = text?.normalize('NFKC').trim().toUpperCase() ?? '';
  if (bib === '') return null;
  return /^\d+$/.test(bib) ? bib.replace(/^0+(?=\d)/, '') : bib;
}

/** Numeric value; null for bibs with letters, which no range contains. */
export const numberOfBib = (bib: string | null): number | null => (bib && /^\d{1,9}$/.test(bib) ? Number(bib) : null);
