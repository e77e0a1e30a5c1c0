import { encode, encodedHeaders, isCompressible, quickestEncoding, varyByEncoding } from '#src/web/encoding.ts';
import type { AppContext } from '#src/web/http.ts';

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
