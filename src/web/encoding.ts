import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress, zstdCompressSync } from 'node:zlib';
import { parseAccept } from 'hono/utils/accept';
import { memoize } from '#src/kernel/memoize.ts';
import type { AppContext } from './http.ts';

// Our own: Hono's middleware compresses every response anew; this one caches, and excludes responses with secrets.

/** Content codings of RFC 9110, section 8.4.1. */
export type Encoding = 'br' | 'gzip';
/** With zstd (RFC 8878) for responses to one visitor. */
export type QuickEncoding = Encoding | 'zstd';
type Bytes = Uint8Array<ArrayBuffer>;

const compressible = /^(text\/|application\/(json|manifest\+json)|image\/svg\+xml)/;
/** Smaller bodies fit into one packet anyway. */
const smallest = 1024;
/**
 * `once`: for cached bodies. `eachTime`: for a booking step of 85 KB, brotli 4 is 3 % smaller than brotli 2 and takes twice the
 * time.
 */
const efforts = { once: { br: 9, gzip: 9 }, eachTime: { br: 2, gzip: 3 } } as const;
/** As small as brotli 2 in a third of its time. */
const zstdLevel = 3;
/** Up to this size compressing takes less time than handing over to another thread. */
const packedAtOnce = 128 * 1024;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);
const zstd = promisify(zstdCompress);

export const isCompressible = (type: string | null, bytes: number): boolean =>
  bytes >= smallest && type !== null && compressible.test(type);

/** The smallest accepted coding (`accept-encoding`); null for none. */
export const acceptedEncoding = (header: string | null | undefined): Encoding | null => smallestIn(header ?? '');
/** The fastest accepted coding, for responses to one visitor. */
export const quickestEncoding = (header: string | null | undefined): QuickEncoding | null => quickestIn(header ?? '');

export const acceptsGzip = (header: string | null): boolean => codingsIn(header ?? '').has('gzip');

const codingsIn = (header: string): ReadonlySet<string> =>
  new Set(
    parseAccept(header.toLowerCase())
      .filter(({ q }) => q > 0)
      .map(({ type }) => type),
  );

const firstOf = <E extends QuickEncoding>(offered: readonly E[]) =>
  memoize((header): E | null => {
    const accepted = codingsIn(header);
    return offered.find((encoding) => accepted.has(encoding)) ?? null;
  });
const smallestIn = firstOf(['br', 'gzip']);
const quickestIn = firstOf(['zstd', 'br', 'gzip']);

export async function encode(body: Bytes, encoding: QuickEncoding, effort: keyof typeof efforts): Promise<Bytes> {
  if (encoding === 'zstd') {
    const params = { [constants.ZSTD_c_compressionLevel]: zstdLevel };
    const isQuick = body.length <= packedAtOnce;
    return new Uint8Array(isQuick ? zstdCompressSync(body, { params }) : await zstd(body, { params }));
  }
  const level = efforts[effort][encoding];
  if (encoding === 'gzip') return new Uint8Array(await zip(body, { level }));
  const params = { [constants.BROTLI_PARAM_QUALITY]: level, [constants.BROTLI_PARAM_SIZE_HINT]: body.length };
  return new Uint8Array(await brotli(body, { params }));
}

/** The ETag of the bytes (RFC 9110, section 8.8.3). */
export const etagOf = (body: Bytes): string =>
  `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;

/** A cached body, compressed once per coding. */
export class EncodedBody {
  readonly #packed = new Map<Encoding, Promise<Bytes>>();
  readonly #ready = new Map<Encoding, Bytes>();
  constructor(
    readonly plain: Bytes,
    private readonly effort: keyof typeof efforts,
    /** Loads bytes that were compressed at build time; otherwise they are compressed on demand. */
    private readonly brought?: (encoding: Encoding) => Promise<Bytes | null>,
  ) {}

  /** The bytes if they are ready; otherwise starts compressing. */
  ready(encoding: Encoding): Bytes | null {
    const packed = this.#ready.get(encoding);
    if (!packed) void this.packed(encoding);
    return packed ?? null;
  }

  packed(encoding: Encoding): Promise<Bytes> {
    const begun = this.#packed.get(encoding);
    if (begun) return begun;
    const packed = this.#pack(encoding);
    this.#packed.set(encoding, packed);
    return packed;
  }

  async #pack(encoding: Encoding): Promise<Bytes> {
    const bytes = (await this.brought?.(encoding)) ?? (await encode(this.plain, encoding, this.effort));
    this.#ready.set(encoding, bytes);
    return bytes;
  }
}

/** The headers of an encoded response. Its ETag is weak, because the bytes differ from the plain ones. */
export function encodedHeaders(headers: Headers, encoding: QuickEncoding): Headers {
  const encoded = new Headers(headers);
  encoded.set('content-encoding', encoding);
  encoded.delete('content-length');
  const etag = encoded.get('etag');
  if (etag && !etag.startsWith('W/')) encoded.set('etag', `W/${etag}`);
  return encoded;
}

export function varyByEncoding(headers: Headers): void {
  const vary = headers.get('vary');
  if (!vary?.includes('accept-encoding')) headers.set('vary', vary ? `${vary}, accept-encoding` : 'accept-encoding');
}

const packed = /^(text\/html|application\/json)/;

/**
 * Compresses pages and API responses. A response to a session is compressed only for requests of our own pages; otherwise another
 * site could guess its content by its length (BREACH).
 */
export async function compress(context: AppContext): Promise<void> {
  const { res } = context;
  const type = res.headers.get('content-type');
  if (!type || !packed.test(type) || res.headers.has('content-encoding') || res.body === null) return;
  varyByEncoding(res.headers);
  const encoding = quickestEncoding(context.req.header('accept-encoding'));
  if (!encoding) return;
  if (context.var.viewer && !isOwn(context.req.header('sec-fetch-site'))) return;
  const body = new Uint8Array(await res.arrayBuffer());
  const isWorth = isCompressible(type, body.length);
  const { status } = res;
  const headers = isWorth ? encodedHeaders(res.headers, encoding) : new Headers(res.headers);
  context.res = undefined;
  context.res = new Response(isWorth ? await encode(body, encoding, 'eachTime') : body, { status, headers });
}

/** From our pages or typed by the visitor. Browsers without the header get it uncompressed. */
const isOwn = (site: string | undefined): boolean => site === 'same-origin' || site === 'none';
