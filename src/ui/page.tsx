import { createContext, useContext } from 'react';
import { OwnError } from '#src/kernel/assert.ts';
import type { Translator } from '#src/texts/locale.ts';
import type { Assets } from '#src/web/assets.ts';

export type Viewer = {
  email: string;
  isSuperAdmin: boolean;
  isOrganizer: boolean;
  /** Scans tickets at a gate. */
  isAtGate?: boolean;
  verified: boolean;
  /** A super admin acts as this person. */
  isImpersonated: boolean;
};
/** A white label: name, accent color (`#rrggbb`) and stored logo name. */
export type WhiteLabel = { name: string; accent: string; logo?: string | null };
export type Page = {
  i18n: Translator;
  assets: Pick<Assets, 'manifest'>;
  csrfToken: string | null;
  /** Path and query, for navigation marks and the canonical address. */
  path: string;
  /** Scheme and host without a trailing slash. */
  origin: string;
  viewer: Viewer | null;
  /** Whether the viewer may follow a link or post to an address. Everybody by default. */
  opens?: (method: 'get' | 'post', href: string) => boolean;
  whiteLabel?: WhiteLabel;
  /** The form whose input the language switch preserves. */
  inputForm?: string;
  /** Input for the form `action`, posted after the session had ended. */
  savedForm?: { action: string; input: Readonly<Record<string, string>> } | null;
  /** Returns a mark for an island that another process renders; null: render it here. */
  renderLater?: (island: LateIsland) => string | null;
  /** Missing outside of the application. */
  frame?: Frame;
};
/** An island with serialized props. `render` renders it here. */
export type LateIsland = { name: string; prefix: string; json: string; render(): string };
export type Frame = {
  /** The visitor has not answered yet. */
  asksForConsent: boolean;
  /** The question covers Google Analytics. */
  asksForStatistics: boolean;
  /** The question covers marketing. */
  asksForMarketing: boolean;
  /** Google Analytics ids, after consent. */
  measurementIds: readonly string[];
  /** Facebook pixels, after consent. */
  pixels: readonly string[];
  /** The visitor's session has ended. */
  sessionEnded: boolean;
  /** Where a form of the frame returns to. */
  back: string;
  /** The address to open the page again, for language links. */
  here: string;
  /** The support mailbox. */
  contact: string;
  /** The key of the log entry for support. */
  errorId: string | null;
};

/** For server rendering only; islands get texts as props. */
export const PageContext = createContext<Page | null>(null);

export function usePage(): Page {
  const page = useContext(PageContext);
  if (!page) throw new OwnError('This component shows a page of the server and needs PageContext around it.');
  return page;
}

export const useOpens = (): NonNullable<Page['opens']> => useContext(PageContext)?.opens ?? (() => true);
export const useTranslator = (): Translator => usePage().i18n;

/** The address of a file under `static/`, such as `pictures/trail.svg`. */
export function useFile(name: string): string {
  const address = usePage().assets.manifest.files[name];
  if (!address) throw new OwnError(`There is no static file ${name}; was the client built?`);
  return address;
}
