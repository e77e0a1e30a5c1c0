/** Normalizes text for search, so that "muller" finds "Müller" and "gross" finds "Groß". */
export const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae');

/** Folded words: names are split at spaces and hyphens, mail addresses stay whole. */
export const foldedWords = (text: string): string[] =>
  folded(text)
    .split(/\s+/)
    .flatMap((word) => (word.includes('@') ? [word] : word.split(/[^\p{L}\p{N}]+/u)))
    .filter((word) => word !== '');

/** Text without umlauts and apostrophes, so that "Mueller" finds "Müller" and "oconnor" "O'Connor". */
export const spelledOut = (text: string): string =>
  folded(
    text
      .normalize('NFC')
      .toLowerCase()
      .replace(/[äöüø]/g, (umlaut) => `${folded(umlaut)}e`)
      .replace(/['’]/g, ''),
  );

const collator = new Intl.Collator('de', { sensitivity: 'base', numeric: true });
/** Compares names by language: Ä sorts with A, 2 before 10. In SQL `nameKey` of `src/web/list` does. */
export const compareNames = (a: string, b: string): number => collator.compare(a, b);
