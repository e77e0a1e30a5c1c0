import type { Translator } from './locale.ts';

/** Computes an immutable value once per `Translator`. */
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

/** Variants per text. */
const maxPerText = 20;

/** Caches a value per translator and object. `by`: everything else it depends on. */
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

/** Marks an immutable object, so that it is serialized once. */
export function cacheJson<T extends object>(value: T): T {
  cachedJson.set(value, null);
  return value;
}

/** Depth of texts among an island's props. */
const deepest = 4;

/** JSON that is safe inside a script element. */
const inPage = (value: unknown): string | undefined => JSON.stringify(value)?.replaceAll('<', '\\u003c');

/** JSON for a page (`inPage`), with cached parts. */
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
