// Our own: one normalization that browser and server share.

/** Text as it is searched: without case and accents, so that "muller" finds "Müller" and "gross" finds "Groß". */
export const folded = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('ø', 'o')
    .replaceAll('æ', 'ae');

/** The folded words of a text: names are divided at spaces and hyphens, an address of mail stays whole. */
export const foldedWords = (text: string): string[] =>
  folded(text)
    .split(/\s+/)
    .flatMap((word) => (word.includes('@') ? [word] : word.split(/[^\p{L}\p{N}]+/u)))
    .filter((word) => word !== '');

/** Text as it is spelled without umlauts and apostrophes, so that "Mueller" finds "Müller" and "oconnor" "O'Connor". */
export const spelledOut = (text: string): string =>
  folded(
    text
      .normalize('NFC')
      .toLowerCase()
      .replace(/[äöüø]/g, (umlaut) => `${folded(umlaut)}e`)
      .replace(/['’]/g, ''),
  );

const collator = new Intl.Collator('de', { sensitivity: 'base', numeric: true });
/** Orders names by language: Ä with A whatever its case, 2 before 10. In SQL that is `nameKey` of `src/web/list`. */
export const compareNames = (a: string, b: string): number => collator.compare(a, b);
