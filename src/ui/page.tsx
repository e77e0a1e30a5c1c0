import { createContext, useContext } from 'react';
import { OwnError } from '#src/kernel/assert.ts';
import type { Translator } from '#src/texts/locale.ts';
import type { Assets } from '#src/web/assets.ts';

export type Viewer = {
  email: string;
  isSuperAdmin: boolean;
  isOrganizer: boolean;
  /** Lets people in at somebody's gate. */
  isAtGate?: boolean;
  verified: boolean;
  /** A super admin acts as this person. */
  isImpersonated: boolean;
};
/**
 * A white label brings its name, its accent colour (`#rrggbb`; contrast is computed, never assumed) and the stored name of
 * its logo.
 */
export type WhiteLabel = { name: string; accent: string; logo?: string | null };
export type Page = {
  i18n: Translator;
  assets: Pick<Assets, 'manifest'>;
  csrfToken: string | null;
  /** Path and query of the request, for the marks of the navigation and the canonical address. */
  path: string;
  /** Scheme and host, without a slash at the end. */
  origin: string;
  viewer: Viewer | null;
  /** Whether this person may follow a link, or press a button that posts, to that address. Everybody where nothing says so. */
  opens?: (method: 'get' | 'post', href: string) => boolean;
  whiteLabel?: WhiteLabel;
  /** The id of the form in which people type here: another language takes along what stands in it. */
  inputForm?: string;
  /** What was posted to a form of this page, `action`, after the session had ended. */
  savedForm?: { action: string; input: Readonly<Record<string, string>> } | null;
  /** Gives a mark for an island that is rendered beside our thread and put in its place; null: render it here. */
  renderLater?: (island: LateIsland) => string | null;
  /** What the frame tells this visitor; a page that is rendered outside the application has none of it. */
  frame?: Frame;
};
/** An island with the JSON of its props. `render`: on this thread, now. */
export type LateIsland = { name: string; prefix: string; json: string; render(): string };
export type Frame = {
  /** The visitor has not said yet what may be stored. */
  asksForConsent: boolean;
  /** The question is about Google Analytics: the platform or organizers of this page use it. */
  asksForStatistics: boolean;
  /** The question is about marketing: organizers of this page use it. */
  asksForMarketing: boolean;
  /** Visits are counted under these ids of Google, with the visitor's consent. */
  measurementIds: readonly string[];
  /** Facebook is told of the visit under these numbers, with the visitor's consent. */
  pixels: readonly string[];
  /** The login that this visitor came with is over. */
  sessionEnded: boolean;
  /** Where a form of the frame leads back to. */
  back: string;
  /** Path and query under which the page can be opened again, for the language links. */
  here: string;
  /** The mail address of the people who help. */
  contact: string;
  /** What they find the log entry by. */
  errorId: string | null;
};

/** Known to everything rendered on the server. Does not cross into an island: hand an island its texts as props. */
export const PageContext = createContext<Page | null>(null);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new OwnError('This component shows a page of the server and needs PageContext around it.');
  return page;
}

export const useOpens = (): NonNullable<Page['opens']> => useContext(PageContext)?.opens ?? (() => true);
export const useTranslator = (): Translator => usePage().i18n;

/** The address of a file under `static/`, for example `pictures/trail.svg`. */
export function useFile(name: string): string {
  const address = usePage().assets.manifest.files[name];
  if (!address) throw new OwnError(`There is no static file ${name}; was the client built?`);
  return address;
}
