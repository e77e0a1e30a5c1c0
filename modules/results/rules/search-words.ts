import { foldedWords } from '#src/kernel/fold.ts';

const isPlain = /^[\x20-\x7e]*$/;

/** The words that a search looks through. Most names need no more than small letters, and a list has 20,000 of them. */
export const searchWords = (text: string): readonly string[] =>
  isPlain.test(text)
    ? text
        .toLowerCase()
        .split(/[^a-z0-9]+/)
        .filter((word) => word !== '')
    : foldedWords(text);

/** Whether each word typed is how one of these begins; signs alone find nobody, and nothing typed everybody. */
export function finds(q: string): (words: readonly string[]) => boolean {
  const wanted = foldedWords(q);
  if (q.trim() === '') return () => true;
  return (words) => wanted.length > 0 && wanted.every((word) => words.some((each) => each.startsWith(word)));
}
