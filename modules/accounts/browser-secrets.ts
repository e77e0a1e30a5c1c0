import { createHash } from 'node:crypto';
import { setCookie } from 'hono/cookie';
import type { AppContext, Deps } from '#src/platform/http.ts';

/** Keeps in this browser what no script may read and no other site's form sends along; after 0 ms it is gone. */
export function keepInBrowser(
  { config }: Pick<Deps, 'config'>,
  context: AppContext,
  { name, value, forMs }: { name: string; value: string; forMs: number },
): void {
  const secure = config.publicUrl.startsWith('https:');
  setCookie(context, name, value, { path: '/', httpOnly: true, sameSite: 'Lax', maxAge: forMs / 1000, secure });
}

/** All that is stored of such a secret: whoever reads the database opens nothing with it. */
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');
