import type { MessageKey, Translator } from './locale.ts';

/** Which message stands where among the texts of an island. */
export type TextKeys = { readonly [name: string]: MessageKey | TextKeys };
export type Texts<Keys> = { [Name in keyof Keys]: Keys[Name] extends string ? string : Texts<Keys[Name]> };

/** What a message asks for stays open, as `{name}`: the island fills it in where it shows the sentence. */
const open = Object.fromEntries(
  ['code', 'error', 'errorId', 'field', 'limit', 'name', 'number', 'title'].map((name) => [name, `{${name}}`]),
);

/** The finished texts of an island by their keys, since language data stay on the server. */
export const textsOf = <Keys extends TextKeys>({ t }: Pick<Translator, 't'>, keys: Keys): Texts<Keys> =>
  Object.fromEntries(
    Object.entries(keys).map(([name, key]) => [name, typeof key === 'string' ? t(key, open) : textsOf({ t }, key)]),
  ) as Texts<Keys>;
