import { randomUUID } from 'node:crypto';
import { getCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';
import type { Viewer } from '#src/access/viewer.ts';
import type { Clock } from '#src/kernel/time.ts';
import { isLocale, negotiateLocale } from '#src/texts/locale.ts';
import { consentCookie, readConsent, wasAskedForMarketing } from './consent.ts';
import {
  acceptedEncoding,
  acceptsGzip,
  EncodedBody,
  type Encoding,
  encodedHeaders,
  etagOf,
  varyByEncoding,
} from './encoding.ts';
import { savedFormCookie } from './forms/saved-forms.ts';
import type { AppContext } from './http.ts';
import { Renderings } from './renderings.ts';
import { securityHeaders } from './security-headers.ts';
import { SplicedBody } from './spliced-body.ts';

/** Placeholders for personal values in a shared page. They are random, so no text of an event contains one. */
const [emailMark, csrfMark] = [`email-${randomUUID()}`, `csrf-${randomUUID()}`];
export const personalMarks = [emailMark, csrfMark] as const;
export const personalValues = ({ email, csrfToken }: Viewer): readonly string[] => [email, csrfToken];

/** Needs no HTML escaping. */
const isPlain = /^[\w.+@-]+$/;

/**
 * Whether the viewer sees a shared page like everybody with a session, apart from address and token: no organizer role, no
 * impersonation, no saved input.
 */
export function isOrdinary(viewer: Viewer, cookies: string | null | undefined): boolean {
  const { roles, isSuperAdmin, impersonator, mustRotate } = viewer;
  if (roles.length > 0 || isSuperAdmin || impersonator || mustRotate) return false;
  if (!personalValues(viewer).every((value) => isPlain.test(value))) return false;
  return parse(cookies ?? '', savedFormCookie)[savedFormCookie] === undefined;
}

/** The viewer for whom shared pages are rendered. */
export const placeholderViewer = (level: Viewer['level']): Viewer => ({
  userId: 0,
  email: emailMark,
  level,
  verifiedAt: null,
  visitId: 'shared',
  isSuperAdmin: false,
  roles: [],
  language: null,
  csrfToken: csrfMark,
  sessionId: '',
  impersonator: null,
  mustRotate: false,
});

/** The encoding of a response; `same` for a match of its ETag. */
type Form = Encoding | 'plain' | 'same';

/**
 * A page for visitors without a session. Each encoding's response is made once and cloned: a clone shares the bytes and takes a
 * third of the time.
 */
export class GuestPage {
  readonly #etag: string;
  readonly #body: EncodedBody;
  readonly #answers = new Map<Form, Response>();
  constructor(
    body: Uint8Array<ArrayBuffer>,
    private readonly status: number,
    private readonly headers: Headers,
  ) {
    this.#body = new EncodedBody(body, 'eachTime');
    this.#etag = etagOf(body);
    headers.set('etag', this.#etag);
    headers.set('cache-control', 'no-cache');
    headers.set('vary', 'accept-language, cookie, accept-encoding');
  }

  get length(): number {
    return this.#body.plain.length;
  }

  /** null while the coding is being compressed, which starts now. */
  ready(requested: Headers): Response | null {
    const form = this.#formFor(requested);
    const answer = this.#answers.get(form);
    if (answer) return answer.clone();
    if (form === 'plain' || form === 'same') return this.#make(form, null);
    const packed = this.#body.ready(form);
    return packed && this.#make(form, packed);
  }

  async answer(requested: Headers): Promise<Response> {
    const form = this.#formFor(requested);
    return this.#make(form, form === 'plain' || form === 'same' ? null : await this.#body.packed(form));
  }

  #make(form: Form, packed: Uint8Array<ArrayBuffer> | null): Response {
    const { status, headers } = this;
    const answer =
      form === 'same'
        ? new Response(null, { status: 304, headers })
        : form === 'plain'
          ? new Response(this.#body.plain, { status, headers })
          : new Response(packed, { status, headers: encodedHeaders(headers, form) });
    this.#answers.set(form, answer);
    return answer.clone();
  }

  #formFor(requested: Headers): Form {
    const known = requested.get('if-none-match');
    if (known !== null && isNamed(this.#etag, known)) return 'same';
    return acceptedEncoding(requested.get('accept-encoding')) ?? 'plain';
  }
}

/** Compressing proxies weaken the ETag, and a browser may send several. */
const isNamed = (etag: string, known: string): boolean =>
  known === etag || known.split(',').some((each) => each.trim().replace(/^W\//, '') === etag);

// Our own: Hono's cache needs the Cache API, which Bun lacks, and does not share concurrent renderings; this cache does,
// compresses once, and is cleared when an event changes.

/** With placeholders for personal values. */
type PersonalPage = { status: number; headers: Headers; body: SplicedBody };

/** The cache key of an address: path and the non-empty parameters that pages read, sorted. Tracking parameters are dropped. */
function sharedAddress(pathAndQuery: string, read: readonly string[]): string {
  const [path = '/', query] = pathAndQuery.split('?', 2);
  if (query === undefined) return path;
  const requested = new URLSearchParams(query);
  const known = new URLSearchParams();
  for (const name of read) {
    const value = requested.get(name);
    if (value) known.set(name, value);
  }
  return known.size > 0 ? `${path}?${known}` : path;
}

/**
 * Renders pages that look the same for everyone without a session once and serves them for half a second, so that a changed price
 * shows within a second and a sale day costs few renderings. Variants: language, cookie consent and the organizer's host
 * (`site`). Ordinary viewers with a session (`ordinary-viewer.ts`) share a rendering into which their address and token are put.
 */
export class SharedPages {
  readonly #guests: Renderings<GuestPage>;
  readonly #members: Renderings<PersonalPage>;
  #read: readonly string[] = ['lang'];
  constructor(
    private readonly clock: Clock,
    private readonly isHttps: boolean,
  ) {
    this.#guests = new Renderings(clock, ({ length }) => length);
    this.#members = new Renderings(clock, ({ body }) => body.length);
  }

  /** Registers query parameters; every page reads `lang`. */
  reads(names: readonly string[]): void {
    this.#read = [...new Set(['lang', ...names])].sort();
  }

  /** @see sharedAddress */
  addressOf(url: URL): string {
    return sharedAddress(url.pathname + url.search, this.#read);
  }

  /** The cached response for a visitor without a session; null: not cached or not shared. */
  quick(request: Request, site = ''): Response | null {
    const path = this.#pathOf(request);
    if (path === null) return null;
    const cookies = request.headers.get('cookie');
    const variant = cookies === null ? `${this.#languageOf(request)}|asked` : this.#variantOf(request, cookies);
    const page = variant === null ? null : this.#guests.ready(`${site}|${variant}|${path}`);
    return page?.ready(request.headers) ?? null;
  }

  /** The same for a session; `find` runs only where there may be a cached page. */
  quickWithSession(
    request: Request,
    find: (sessionId: string) => Promise<Viewer | null>,
    site = '',
  ): Promise<Response | null> | null {
    const header = request.headers.get('cookie');
    if (header === null || !header.includes('session=')) return null;
    const path = this.#pathOf(request);
    if (path === null) return null;
    const cookies = parse(header);
    const { session, language } = cookies;
    if (session === undefined) return null;
    const end = `${this.#consentOf(cookies[consentCookie])}|${path}`;
    const keyOf = (locale: string, level: string) => `${site}|${level}|${locale}|${end}`;
    const languages = isLocale(language) ? [language] : ['de', 'en-us'];
    const isThere = languages.some((locale) =>
      levels.some((level) => this.#members.ready(keyOf(locale, level)) !== null),
    );
    if (!isThere) return null;
    return find(session).then((viewer) => {
      if (!viewer || !isOrdinary(viewer, header)) return null;
      const locale = isLocale(language) ? language : (viewer.language ?? this.#languageOf(request));
      const page = this.#members.ready(keyOf(locale, viewer.level));
      return page && personalAnswer(page, request.headers, viewer);
    });
  }

  /** Renders, or serves from the cache; null for a viewer who is not ordinary. */
  async serve(context: AppContext, render: () => Promise<Response>): Promise<Response | null> {
    const consent = this.#consentOf(getCookie(context, consentCookie));
    const { site, viewer, sessionEnded, i18n } = context.var;
    const requested = context.req.raw.headers;
    if (sessionEnded || (viewer && !isOrdinary(viewer, requested.get('cookie')))) return null;
    const address = this.addressOf(new URL(context.req.url));
    context.set('address', address);
    const key = `${i18n.locale}|${consent}|${address}`;
    const host = site?.hostName ?? '';
    if (viewer) {
      context.set('viewer', placeholderViewer(viewer.level));
      try {
        const page = await this.#members.rendered(`${host}|${viewer.level}|${key}`, async () =>
          cachedForMembers(await render(), this.isHttps, site !== null),
        );
        return personalAnswer(page, requested, viewer);
      } finally {
        context.set('viewer', viewer);
      }
    }
    const page = await this.#guests.rendered(`${host}|${key}`, () => kept(render(), this.isHttps, site !== null));
    return page.answer(requested);
  }

  /** Called when an event changed in this process, so that the organizer sees the change at once. */
  forget(): void {
    this.#guests.forget();
    this.#members.forget();
  }

  get bytes(): number {
    return this.#guests.bytes + this.#members.bytes;
  }

  /** null for requests that are not shared. */
  #pathOf({ method, url }: Request): string | null {
    if (method !== 'GET' || url.includes('lang=')) return null;
    const requested = url.slice(url.indexOf('/', 8));
    return requested.includes('?') ? sharedAddress(requested, this.#read) : requested;
  }

  /** The variant by cookies; null for a session. */
  #variantOf(request: Request, header: string): string | null {
    const cookies = parse(header);
    if (cookies.session !== undefined) return null;
    const locale = isLocale(cookies.language) ? cookies.language : this.#languageOf(request);
    return `${locale}|${this.#consentOf(cookies[consentCookie])}`;
  }

  #languageOf(request: Request): string {
    return negotiateLocale(request.headers.get('accept-language'));
  }

  /** The consent and whether it covered marketing, because the page may have to ask. */
  #consentOf(cookie: string | undefined): string {
    const consent = readConsent(cookie, this.clock());
    if (!consent) return 'asked';
    return `${consent.join()}${wasAskedForMarketing(cookie) ? '~m' : ''}`;
  }
}

const levels = ['verified', 'unverified'] as const;

async function cachedForMembers(answer: Response, isHttps: boolean, isSite: boolean): Promise<PersonalPage> {
  const body = await SplicedBody.make(await answer.text(), personalMarks);
  const headers = cacheHeaders(answer, isHttps, isSite);
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
  varyByEncoding(headers);
  return { status: answer.status, headers, body };
}

/** Its compressed length reveals nothing personal, so cross-site requests are fine (`compress.ts`). */
function personalAnswer({ status, headers, body }: PersonalPage, requested: Headers, viewer: Viewer): Response {
  const values = personalValues(viewer);
  const takesGzip = acceptsGzip(requested.get('accept-encoding'));
  return takesGzip
    ? new Response(body.gzip(values), { status, headers: encodedHeaders(headers, 'gzip') })
    : new Response(body.plain(values), { status, headers });
}

async function kept(response: Promise<Response>, isHttps: boolean, isSite: boolean): Promise<GuestPage> {
  const answer = await response;
  const headers = cacheHeaders(answer, isHttps, isSite);
  return new GuestPage(new Uint8Array(await answer.arrayBuffer()), answer.status, headers);
}

function cacheHeaders(answer: Response, isHttps: boolean, isSite: boolean): Headers {
  const headers = new Headers([...answer.headers].filter(([name]) => name !== 'set-cookie'));
  // A page with analytics has set its own policy.
  for (const [name, value] of securityHeaders(isHttps, isSite)) if (!headers.has(name)) headers.set(name, value);
  return headers;
}
