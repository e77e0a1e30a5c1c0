/** What start numbers are, wherever they come from. */
export const longestBib = 20;

/**
 * A start number as it is stored, null for none: NFKC, capital letters, without spaces around it, and figures without zeros
 * before them. So `007`, `7` and a full-width `７` are one number, and so are `a-12` and `A-12`.
 */
export function bibOf(text: string | null | undefined): string | null {
  const bib = text?.normalize('NFKC').trim().toUpperCase() ?? '';
  if (bib === '') return null;
  return /^\d+$/.test(bib) ? bib.replace(/^0+(?=\d)/, '') : bib;
}

/** The number that a bib is; null for one with letters, which no range holds. */
export const numberOfBib = (bib: string | null): number | null => (bib && /^\d{1,9}$/.test(bib) ? Number(bib) : null);
