import type { Translator } from './locale.ts';

/** What is the same for everybody who reads a language: made at first use, for each `Translator` once, and not changed. */
export function perWords<T extends object>(make: (words: Translator) => T): (words: Translator) => T {
  const made = new WeakMap<Translator, T>();
  return (words) => {
    let value = made.get(words);
    if (value === undefined) {
      value = keepJson(make(words));
      made.set(words, value);
    }
    return value;
  };
}

const keptJson = new WeakMap<object, string | null>();

/** Says that this object stays as it is, so it is written as JSON but once. */
export function keepJson<T extends object>(value: T): T {
  keptJson.set(value, null);
  return value;
}

/** As deep as texts lie among the props of an island. */
const deepest = 4;

/** As JSON that may stand in a page: no text in it ends a script or begins a comment. */
const inPage = (value: unknown): string | undefined => JSON.stringify(value)?.replaceAll('<', '\\u003c');

/** Plain objects as JSON for a page (`inPage`), with the parts that stay the same taken from the last time. */
export function jsonOf(value: unknown, depth = deepest): string | undefined {
  if (typeof value !== 'object' || value === null) return inPage(value);
  const known = keptJson.get(value);
  if (known) return known;
  if (known === null) {
    const json = inPage(value) ?? '';
    keptJson.set(value, json);
    return json;
  }
  if (depth === 0 || Array.isArray(value)) return inPage(value);
  const parts: string[] = [];
  for (const [name, part] of Object.entries(value)) {
    const json = jsonOf(part, depth - 1);
    if (json !== undefined) parts.push(`${inPage(name)}:${json}`);
  }
  return `{${parts.join()}}`;
}
