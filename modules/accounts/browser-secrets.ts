import { hash } from 'node:crypto';
import { setCookie } from 'hono/cookie';
import type { Deps } from '#src/runtime/deps.ts';
import type { AppContext } from '#src/web/http.ts';

export const isHttps = ({ config }: Pick<Deps, 'config'>): boolean => config.publicUrl.startsWith('https:');

/** Keeps in this browser what no script may read and no other site's form sends along; after 0 ms it is gone. */
export function saveInBrowser(
  deps: Pick<Deps, 'config'>,
  context: AppContext,
  { name, value, forMs }: { name: string; value: string; forMs: number },
): void {
  setCookie(context, name, value, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    maxAge: forMs / 1000,
    secure: isHttps(deps),
  });
}

/** All that is stored of such a secret: whoever reads the database opens nothing with it. */
export const hashOfSecret = (secret: string): string => hash('sha256', secret, 'hex');
