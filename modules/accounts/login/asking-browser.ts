import { getCookie } from 'hono/cookie';
import { secretToken } from '#src/kernel/ids.ts';
import { minutes } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { AppContext } from '#src/web/http.ts';
import { hashOfSecret, saveInBrowser } from '../browser-secrets.ts';

/** A secret of the browser that asked for a code: its tries are its own, and its code is ended by nobody else. */
const cookieName = 'login-code';
const secretShape = /^[\w-]{43}$/;

const secretIn = (context: AppContext): string | null => {
  const secret = getCookie(context, cookieName) ?? '';
  return secretShape.test(secret) ? secret : null;
};

/** What is kept of the secret; null for a browser that asked for nothing lately, and for clients without cookies. */
export function askingBrowserOf(context: AppContext): string | null {
  const secret = secretIn(context);
  return secret === null ? null : hashOfSecret(secret);
}

export type AskingBrowser = {
  /** Whether it showed its secret; who keeps no cookies never does. */
  isKnown: boolean;
  /** What is kept of the secret that it has from now on. */
  hash: string;
  setCookie: () => void;
};

/** The browser that asks just now; whoever has no secret yet gets one with the answer. */
export function askingBrowser(deps: Pick<Deps, 'config'>, context: AppContext): AskingBrowser {
  const shown = secretIn(context);
  const secret = shown ?? secretToken(32);
  return {
    isKnown: shown !== null,
    hash: hashOfSecret(secret),
    setCookie: () => saveInBrowser(deps, context, { name: cookieName, value: secret, forMs: minutes(15) }),
  };
}

export function forgetAskingBrowser(deps: Pick<Deps, 'config'>, context: AppContext): void {
  if (secretIn(context) !== null) saveInBrowser(deps, context, { name: cookieName, value: '', forMs: 0 });
}
