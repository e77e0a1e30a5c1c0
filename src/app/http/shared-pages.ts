// Our own: Hono's cache lies in the Cache API, which Bun does not have, and lets everybody who asks during a rendering
// begin another; these share one, packed once, and whoever changes an event can forget it.
import { getCookie } from 'hono/cookie';
import { parse } from 'hono/utils/cookie';
import { present } from '#src/kernel/assert.ts';
import type { Clock } from '#src/kernel/time.ts';
import { consentCookie, readConsent, wasAskedForMarketing } from '#src/platform/consent.ts';
import { acceptedEncoding, EncodedBody, type Encoding, encodedHeaders, etagOf } from '#src/platform/encoding.ts';
import type { AppContext } from '#src/platform/http.ts';
import { isLocale, negotiateLocale } from '#src/platform/locale.ts';
import { securityHeaders } from './security-headers.ts';

type Page = { status: number; headers: Headers; body: EncodedBody; etag: string };
type Rendering = { until: number; page: Promise<Page>; ready: Page | null };

const freshMs = 500;
const mostRenderings = 2000;
const mostBytes = 32 * 2 ** 20;

/**
 * The part of an address that a shared page may know: its path and the parameters that some page reads and that hold
 * something, each once and in one order. Links from social networks and newsletters end in marks of their own for every
 * visitor; who follows them gets the same rendering as everyone.
 */
export function sharedAddress(pathAndQuery: string, read: readonly string[]): string {
  const [path = '/', query] = pathAndQuery.split('?', 2);
  if (query === undefined) return path;
  const asked = new URLSearchParams(query);
  const known = new URLSearchParams();
  for (const name of read) {
    const value = asked.get(name);
    if (value) known.set(name, value);
  }
  return known.size > 0 ? `${path}?${known}` : path;
}

/**
 * Pages that look the same for everyone without a session are rendered once and served to all for half a second, so a
 * changed price shows within a second while sale day costs one rendering and not ten thousand. They differ by language
 * and by what the visitor said about cookies: nothing yet, only the necessary ones, or which others. The host name of an
 * organizer (`site`) has pages of its own.
 */
export class SharedPages {
  /** The one that was begun longest ago comes first. */
  readonly #renderings = new Map<string, Rendering>();
  #bytes = 0;
  #read: readonly string[] = ['lang'];
  constructor(
    private readonly clock: Clock,
    private readonly isHttps: boolean,
  ) {}

  /** Tells which parameters of an address the shared pages read; `lang` is every page's. */
  reads(names: readonly string[]): void {
    this.#read = [...new Set(['lang', ...names])].sort();
  }

  /** @see sharedAddress */
  addressOf(url: URL): string {
    return sharedAddress(url.pathname + url.search, this.#read);
  }

  /**
   * The answer to somebody without a session whose page was rendered a moment ago; null for everyone else, who goes the
   * whole way.
   */
  quick(request: Request, site = ''): Response | null {
    if (request.method !== 'GET' || request.url.includes('lang=')) return null;
    const cookies = request.headers.get('cookie');
    const asked = request.url.slice(request.url.indexOf('/', 8));
    const path = asked.includes('?') ? sharedAddress(asked, this.#read) : asked;
    const variant = cookies === null ? `${this.#languageOf(request)}|asked` : this.#variantOf(request, cookies);
    const rendering = variant === null ? undefined : this.#renderings.get(`${site}|${variant}|${path}`);
    if (!rendering?.ready || rendering.until <= this.clock()) return null;
    return answerOf(rendering.ready, request.headers, (body, encoding) => body.ready(encoding));
  }

  async serve(context: AppContext, render: () => Promise<Response>): Promise<Response> {
    const consent = this.#consentOf(getCookie(context, consentCookie));
    const { site } = context.var;
    const key = `${site?.hostName ?? ''}|${context.var.words.locale}|${consent}|${this.addressOf(new URL(context.req.url))}`;
    const now = this.clock();
    let rendering = this.#renderings.get(key);
    if (!rendering || rendering.until <= now) {
      rendering = this.#begin(key, now + freshMs, kept(render(), this.isHttps, site !== null));
    }
    const page = await rendering.page;
    const asked = context.req.raw.headers;
    const encoding = acceptedEncoding(asked.get('accept-encoding'));
    const packed = encoding && (await page.body.packed(encoding));
    return present(
      answerOf(page, asked, () => packed),
      'what is packed can be sent',
    );
  }

  /** Which rendering somebody with cookies gets; null for a session, whose pages are its own. */
  #variantOf(request: Request, header: string): string | null {
    const cookies = parse(header);
    if (cookies.session !== undefined) return null;
    const locale = isLocale(cookies.language) ? cookies.language : this.#languageOf(request);
    return `${locale}|${this.#consentOf(cookies[consentCookie])}`;
  }

  #languageOf(request: Request): string {
    return negotiateLocale(request.headers.get('accept-language'));
  }

  /** What was allowed, and whether the question was about marketing, too: a page may have to ask for that yet. */
  #consentOf(cookie: string | undefined): string {
    const consent = readConsent(cookie, this.clock());
    if (!consent) return 'asked';
    return `${consent.join()}${wasAskedForMarketing(cookie) ? '~m' : ''}`;
  }

  #begin(key: string, until: number, page: Promise<Page>): Rendering {
    const rendering: Rendering = { until, page, ready: null };
    this.#drop(key);
    this.#renderings.set(key, rendering);
    rendering.page.then(
      (page) => {
        if (this.#renderings.get(key) !== rendering) return;
        rendering.ready = page;
        this.#bytes += sizeOf(key, page);
        this.#dropOldest();
      },
      () => {
        if (this.#renderings.get(key) === rendering) this.#renderings.delete(key);
      },
    );
    this.#dropOldest();
    return rendering;
  }

  #drop(key: string): void {
    const ready = this.#renderings.get(key)?.ready;
    if (ready) this.#bytes -= sizeOf(key, ready);
    this.#renderings.delete(key);
  }

  /** Pages that many look at were begun a moment ago, so whatever fills the room goes before they do. */
  #dropOldest(): void {
    for (const key of this.#renderings.keys()) {
      if (this.#renderings.size <= mostRenderings && this.#bytes <= mostBytes) return;
      this.#drop(key);
    }
  }

  /** Called when an event changed in this process, so that its organizer sees the change at once. */
  forget(): void {
    this.#renderings.clear();
    this.#bytes = 0;
  }

  /** How much room the renderings take. */
  get bytes(): number {
    return this.#bytes;
  }
}

/** Packed it takes a sixth of that beside it. */
const sizeOf = (key: string, page: Page): number => key.length + page.body.plain.length;

/** null while the coding that is asked for is not packed yet. */
function answerOf(
  page: Page,
  asked: Headers,
  packedIn: (body: EncodedBody, encoding: Encoding) => Uint8Array<ArrayBuffer> | null,
): Response | null {
  const { status, headers, body } = page;
  const knownEtag = asked.get('if-none-match');
  if (knownEtag !== null && isNamed(page.etag, knownEtag)) return new Response(null, { status: 304, headers });
  const encoding = acceptedEncoding(asked.get('accept-encoding'));
  if (!encoding) return new Response(body.plain, { status, headers });
  const packed = packedIn(body, encoding);
  return packed && new Response(packed, { status, headers: encodedHeaders(headers, encoding) });
}

/** A proxy that compresses what passes marks the tag as weak, and a browser may know several. */
const isNamed = (etag: string, known: string): boolean =>
  known === etag || known.split(',').some((each) => each.trim().replace(/^W\//, '') === etag);

async function kept(response: Promise<Response>, isHttps: boolean, isSite: boolean): Promise<Page> {
  const answer = await response;
  const body = new Uint8Array(await answer.arrayBuffer());
  const etag = etagOf(body);
  const headers = new Headers([...answer.headers].filter(([name]) => name !== 'set-cookie'));
  headers.set('etag', etag);
  headers.set('cache-control', 'no-cache');
  headers.set('vary', 'accept-language, cookie, accept-encoding');
  // A page that counts visits has brought its own policy.
  for (const [name, value] of securityHeaders(isHttps, isSite)) if (!headers.has(name)) headers.set(name, value);
  return { status: answer.status, headers, body: new EncodedBody(body, 'eachTime'), etag };
}
