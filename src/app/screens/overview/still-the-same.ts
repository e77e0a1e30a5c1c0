import { createHash } from 'node:crypto';
import type { AppContext } from '#src/web/http.ts';

/**
 * A page that looks after itself asks with what it has; while that is so the answer is short. Names what is shown by the
 * header `etag` and answers 304 when it is known, else null.
 */
export function stillTheSame(context: AppContext, shown: unknown): Response | null {
  const etag = `"${createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 22)}"`;
  context.header('etag', etag);
  const known = context.req.header('if-none-match')?.replace(/^W\//, '');
  return known === etag ? new Response(null, { status: 304, headers: { etag, 'cache-control': 'no-store' } }) : null;
}
