/** Longer texts rarely repeat. */
const maxLetters = 300;

/** Memoizes a pure function of a text, for up to `most` texts. */
export function memoize<T extends object | string | null>(
  answer: (text: string) => T,
  most = 200,
): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    const kept = known.get(text);
    if (kept !== undefined) return kept;
    const found = answer(text);
    if (known.size >= most) known.clear();
    if (text.length <= maxLetters) known.set(text, found);
    return found;
  };
}
