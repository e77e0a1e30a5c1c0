// Our own: React renders a page as a whole each time, and most of a page of management is what it was the last time: its
// navigation, its filters, the rows of a list but for the one that was changed.
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { OwnError } from '#src/kernel/assert.ts';
import { type Page, PageContext, usePage } from './page.tsx';

/** What a kept part may know of the page beside its words and files: plain data, all of which is in its key. */
type Sees = Partial<Omit<Page, 'i18n' | 'assets' | 'opens' | 'renderLater'>>;
/** The markup of a part, `shows` being everything it shows: plain data. */
type Markup = (shows: unknown, part: () => ReactElement) => string;

/** Of the younger half of all that is kept, keys and markup; what is larger than a hundredth of it is not kept. */
const maxLetters = 2 * 2 ** 20;
const maxPlaces = 1000;

/** Markup by all that it shows. What was asked for since the older half began to grow old stays. */
export class CachedMarkup {
  #young = new Map<string, string>();
  #old = new Map<string, string>();
  #letters = 0;
  readonly #places = new Map<string, string>();
  #lastPlace = 0;

  get(key: string, draw: () => string): string {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const html = this.#old.get(key) ?? draw();
    const letters = key.length + html.length;
    if (letters > maxLetters / 100) return html;
    if (this.#letters + letters > maxLetters) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#letters = 0;
    }
    this.#young.set(key, html);
    this.#letters += letters;
    return html;
  }

  /** A short name for what is in the keys of many parts, and never again that of anything else. */
  shortOf(place: string): string {
    let short = this.#places.get(place);
    if (short === undefined) {
      if (this.#places.size >= maxPlaces) this.#places.clear();
      this.#lastPlace += 1;
      short = `${this.#lastPlace}`;
      this.#places.set(place, short);
    }
    return short;
  }

  get letters(): number {
    return this.#letters;
  }
}

/** By the files of the page, which are another build's in another process and those of a test in a test. */
const keptOf = new WeakMap<object, CachedMarkup>();

/**
 * Parts of a page that are rendered once for all that they show, in the language of the page, and stand in it as HTML. A part
 * sees of the page its words, its files and what `sees` names, so nothing can be kept in it that is not in its key: asking
 * for anything else is an error of ours. `name`: of the part, with what it shows whatever `shows` is.
 */
export function useCached(name: string, sees: Sees = {}): Markup {
  const { i18n, assets } = usePage();
  const kept = keptOf.get(assets.manifest) ?? new CachedMarkup();
  keptOf.set(assets.manifest, kept);
  const place = kept.shortOf(JSON.stringify([name, i18n.locale, i18n.wording, i18n.timeZone, sees]));
  return (shows, part) =>
    kept.get(`${place} ${JSON.stringify(shows)}`, () =>
      renderToString(<PageContext value={onlyThat({ i18n, assets, ...sees })}>{part()}</PageContext>),
    );
}

const onlyThat = (known: Pick<Page, 'i18n' | 'assets'> & Sees): Page =>
  new Proxy(known as Page, {
    get(page, name) {
      if (name in page) return page[name as keyof Page];
      throw new OwnError(`A kept part of a page asks for ${String(name)}, which is not in its key.`);
    },
  });
