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

/** `JSON.stringify` of plain objects, with the parts that stay the same taken from the last time. */
export function jsonOf(value: unknown, depth = deepest): string | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return JSON.stringify(value);
  const known = keptJson.get(value);
  if (known) return known;
  if (known === null) {
    const json = JSON.stringify(value);
    keptJson.set(value, json);
    return json;
  }
  if (depth === 0) return JSON.stringify(value);
  const parts: string[] = [];
  for (const [name, part] of Object.entries(value)) {
    const json = jsonOf(part, depth - 1);
    if (json !== undefined) parts.push(`${JSON.stringify(name)}:${json}`);
  }
  return `{${parts.join()}}`;
}
