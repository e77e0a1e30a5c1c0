import { deleteCookie, getCookie } from 'hono/cookie';
import { hours, minutes } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { AppContext } from '#src/web/http.ts';
import { saveInBrowser } from '../browser-secrets.ts';

/** Cookies of a provider login, valid for minutes and hidden from scripts. */
const names = {
  /** Binds a request to the browser that began it. */
  browser: 'login-browser',
  /** Apple's `user` between the POST and the GET. */
  user: 'login-user',
  /** An identity that waits for a proven mailbox. */
  identity: 'login-identity',
  nonce: 'one-tap-nonce',
} as const;
type Name = keyof typeof names;

const secretShape = /^[\w-]{43}$/;

const keep = (deps: Deps, context: AppContext, name: Name, value: string, forMs: number): void =>
  saveInBrowser(deps, context, { name: names[name], value, forMs });
const read = (context: AppContext, name: Name): string | null => getCookie(context, names[name]) ?? null;
export const forgetCookie = (context: AppContext, name: Name): void => {
  deleteCookie(context, names[name], { path: '/' });
};

const secret = (context: AppContext, name: Name): string | null => {
  const value = read(context, name);
  return value !== null && secretShape.test(value) ? value : null;
};

export const browserSecret = (context: AppContext) => secret(context, 'browser');
export const saveBrowserSecret = (deps: Deps, context: AppContext, value: string) =>
  keep(deps, context, 'browser', value, minutes(10));
export const oneTapNonce = (context: AppContext) => secret(context, 'nonce');
export const saveOneTapNonce = (deps: Deps, context: AppContext, value: string) =>
  keep(deps, context, 'nonce', value, hours(1));
export const identityCookie = (context: AppContext) => read(context, 'identity');
export const setIdentityCookie = (deps: Deps, context: AppContext, value: string) =>
  keep(deps, context, 'identity', value, minutes(15));

/** The text is encrypted for this state. */
export function saveAppleUser(deps: Deps, context: AppContext, state: string, user: string): void {
  if (user.length > 1000) return;
  keep(deps, context, 'user', Buffer.from(JSON.stringify([state, user])).toString('base64url'), minutes(1));
}

export function takeAppleUser(context: AppContext, state: string): string | null {
  const value = read(context, 'user');
  if (value === null) return null;
  forgetCookie(context, 'user');
  try {
    const [ofState, user] = JSON.parse(Buffer.from(value, 'base64url').toString()) as unknown[];
    return ofState === state && typeof user === 'string' ? user : null;
  } catch {
    return null;
  }
}
