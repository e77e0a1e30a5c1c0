import { foldedWords, spelledOut } from '#src/kernel/fold.ts';

const isPlain = /^[\x20-\x26\x28-\x7e]*$/;

/** Fast path: most names need only lower case, and a list has 20,000. */
export const searchWords = (text: string): readonly string[] =>
  isPlain.test(text)
    ? text
        .toLowerCase()
        .split(/[^a-z0-9]+/)
        .filter((word) => word !== '')
    : [...new Set([...foldedWords(text), ...foldedWords(spelledOut(text))])];

/** Each word is a prefix, with or without umlauts and apostrophes. Only punctuation finds nothing; empty everything. */
export function finds(q: string): (words: readonly string[]) => boolean {
  if (q.trim() === '') return () => true;
  const ways = [foldedWords(q), foldedWords(spelledOut(q))].filter(({ length }) => length > 0);
  return (words) => ways.some((way) => way.every((word) => words.some((each) => each.startsWith(word))));
}
