import { createHash } from 'node:crypto';
import type { AppContext } from '#src/web/http.ts';

/** A polling page sends its ETag. Sets the header `etag` and returns 304 when nothing changed, else null. */
export function stillTheSame(context: AppContext, shown: unknown): Response | null {
  const etag = `"${createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22)}"`;
  context.header('etag', etag);
  const known = context.req.header('if-none-match')?.replace(/^W\//, '');
  return known === etag ? new Response(null, { status: 304, headers: { etag, 'cache-control': 'no-store' } }) : null;
}
