import { foldedWords, spelledOut } from '#src/kernel/fold.ts';

const isPlain = /^[\x20-\x26\x28-\x7e]*$/;

/** The words that a search looks through. Most names need no more than small letters, and a list has 20,000 of them. */
export const searchWords = (text: string): readonly string[] =>
  isPlain.test(text)
    ? text
        .toLowerCase()
        .split(/[^a-z0-9]+/)
        .filter((word) => word !== '')
    : [...new Set([...foldedWords(text), ...foldedWords(spelledOut(text))])];

/**
 * Whether each word typed is how one of these begins, as it stands there or spelled without umlauts and apostrophes; signs
 * alone find nobody, and nothing typed everybody.
 */
export function finds(q: string): (words: readonly string[]) => boolean {
  if (q.trim() === '') return () => true;
  const ways = [foldedWords(q), foldedWords(spelledOut(q))].filter(({ length }) => length > 0);
  return (words) => ways.some((way) => way.every((word) => words.some((each) => each.startsWith(word))));
}
