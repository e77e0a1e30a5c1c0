import type { Translator } from './locale.ts';

/** What is the same for everybody who reads a language: made at first use, for each `Translator` once, and not changed. */
export function perTranslator<T extends object>(make: (i18n: Translator) => T): (i18n: Translator) => T {
  const made = new WeakMap<Translator, T>();
  return (i18n) => {
    let value = made.get(i18n);
    if (value === undefined) {
      value = cacheJson(make(i18n));
      made.set(i18n, value);
    }
    return value;
  };
}

/** Ways to write the name of one thing in an address, for example, in each language. */
const maxPerText = 20;

/**
 * What is the same for everybody who reads a language about one thing: made at first use and kept as long as that thing is
 * the same object. `by`: all that it is made of beside the two.
 */
export function perThing<T extends object>(): (thing: object, i18n: Translator, by: string, make: () => T) => T {
  const made = new WeakMap<object, Map<string, T>>();
  return (thing, { locale, wording, timeZone }, by, make) => {
    const ofThing = made.get(thing) ?? new Map<string, T>();
    made.set(thing, ofThing);
    const key = [locale, wording, timeZone, by].join('|');
    let value = ofThing.get(key);
    if (value === undefined) {
      value = cacheJson(make());
      if (ofThing.size >= maxPerText) ofThing.clear();
      ofThing.set(key, value);
    }
    return value;
  };
}

const cachedJson = new WeakMap<object, string | null>();

/** Says that this object stays as it is, so it is written as JSON but once. */
export function cacheJson<T extends object>(value: T): T {
  cachedJson.set(value, null);
  return value;
}

/** As deep as texts lie among the props of an island. */
const deepest = 4;

/** As JSON that may stand in a page: no text in it ends a script or begins a comment. */
const inPage = (value: unknown): string | undefined => JSON.stringify(value)?.replaceAll('<', '\\u003c');

/** Plain objects as JSON for a page (`inPage`), with the parts that stay the same taken from the last time. */
export function jsonOf(value: unknown, depth = deepest): string | undefined {
  if (typeof value !== 'object' || value === null) return inPage(value);
  const known = cachedJson.get(value);
  if (known) return known;
  if (known === null) {
    const json = inPage(value) ?? '';
    cachedJson.set(value, json);
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
