/**
 * What a form showed when it was opened, as a hidden field of it, so that saving sends what the person changed and
 * nothing else, and never overwrites what somebody else changed meanwhile without saying so.
 */
export type Texts = Readonly<Record<string, string>>;

export const shownName = 'shown';

export const shownValue = (texts: Texts): string => JSON.stringify(texts);

/** What a posted form says that it showed; null when it does not say. */
export function shownIn(form: FormData): Texts | null {
  try {
    const shown: unknown = JSON.parse(String(form.get(shownName) ?? ''));
    if (typeof shown !== 'object' || shown === null || Array.isArray(shown)) return null;
    return Object.fromEntries(Object.entries(shown).filter((entry): entry is [string, string] => isText(entry[1])));
  } catch {
    return null;
  }
}
const isText = (value: unknown): value is string => typeof value === 'string';

/** Browsers post the ends of lines as two characters, whatever was shown. */
const plain = (text: string | undefined): string => (text ?? '').replaceAll('\r\n', '\n').trim();

export type Edit = {
  /** The fields that the person changed. */
  changed: string[];
  /** Those among them that somebody else changed too, to something else. */
  disputed: string[];
};

/** Without a word of what it showed a form means everything in it. */
export function editOf(shown: Texts | null, typed: Texts, stored: Texts): Edit {
  const isSame = (a: Texts, b: Texts, name: string) => plain(a[name]) === plain(b[name]);
  const changed = Object.keys(typed).filter((name) => !isSame(typed, shown ?? stored, name));
  const disputed = changed.filter(
    (name) => shown !== null && !isSame(shown, stored, name) && !isSame(typed, stored, name),
  );
  return { changed, disputed };
}
