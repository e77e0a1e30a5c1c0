// Our own: React renders whole pages, and most of a management page is unchanged: navigation, filters, most rows.
import type { ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { OwnError } from '#src/kernel/assert.ts';
import { type Page, PageContext, usePage } from './page.tsx';

/** Parts of the page that a cached part may use, as plain data of its key. */
type Sees = Partial<Omit<Page, 'i18n' | 'assets' | 'opens' | 'renderLater'>>;
/** The markup of a part; `shows` is all its data. */
type Markup = (shows: unknown, part: () => ReactElement) => string;

/** The maximum of the younger half of the cache in characters; parts larger than a hundredth of it are not cached. */
const maxLetters = 2 * 2 ** 20;
const maxPlaces = 1000;

/** A two-generation cache of markup by its data. */
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

  /** A short key for a long text, never reused. */
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

/** Per assets, so that processes and tests do not share it. */
const cacheOf = new WeakMap<object, CachedMarkup>();

/**
 * Caches parts of a page as HTML by all they show. A part can access only the translator, the files and what `sees` names, which
 * are in its key; anything else throws. `name`: the part with its fixed data.
 */
export function useCached(name: string, sees: Sees = {}): Markup {
  const { i18n, assets } = usePage();
  const cache = cacheOf.get(assets.manifest) ?? new CachedMarkup();
  cacheOf.set(assets.manifest, cache);
  const place = cache.shortOf(JSON.stringify([name, i18n.locale, i18n.wording, i18n.timeZone, sees]));
  return (shows, part) =>
    cache.get(`${place} ${JSON.stringify(shows)}`, () =>
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
