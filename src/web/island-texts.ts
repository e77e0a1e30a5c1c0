import type { MessageKey, Translator } from '#src/texts/locale.ts';
import { cacheJson } from '#src/texts/per-translator.ts';

export type TextKeys = { readonly [name: string]: MessageKey | TextKeys };
export type Texts<Keys> = { [Name in keyof Keys]: Keys[Name] extends string ? string : Texts<Keys[Name]> };

/** Parameters stay open as `{name}`; the island fills them in. */
const open = Object.fromEntries(
  ['code', 'error', 'errorId', 'field', 'limit', 'name', 'number', 'title'].map((name) => [name, `{${name}}`]),
);

const known = new WeakMap<object, WeakMap<TextKeys, object>>();

/** The texts of an island, since language data stay on the server; cached per language. */
export function textsOf<Keys extends TextKeys>(words: Pick<Translator, 't'>, keys: Keys): Texts<Keys> {
  const ofWords = known.get(words) ?? new WeakMap<TextKeys, object>();
  known.set(words, ofWords);
  let texts = ofWords.get(keys);
  if (!texts) {
    texts = cacheJson(
      Object.fromEntries(
        Object.entries(keys).map(([name, key]) => [
          name,
          typeof key === 'string' ? words.t(key, open) : textsOf(words, key),
        ]),
      ),
    );
    ofWords.set(keys, texts);
  }
  return texts as Texts<Keys>;
}
