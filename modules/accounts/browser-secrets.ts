import { hash } from 'node:crypto';
import { setCookie } from 'hono/cookie';
import type { Deps } from '#src/runtime/deps.ts';
import type { AppContext } from '#src/web/http.ts';

export const isHttps = ({ config }: Pick<Deps, 'config'>): boolean => config.publicUrl.startsWith('https:');

/** Sets an HTTP-only, same-site cookie. 0 ms deletes it. */
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

/** Only hashes are stored, so that a copy of the database opens nothing. */
export const hashOfSecret = (secret: string): string => hash('sha256', secret, 'hex');
