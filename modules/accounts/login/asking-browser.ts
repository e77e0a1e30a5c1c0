import { getCookie } from 'hono/cookie';
import { secretToken } from '#src/kernel/ids.ts';
import { minutes } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { AppContext } from '#src/web/http.ts';
import { hashOfSecret, saveInBrowser } from '../browser-secrets.ts';

/** Secret of the browser that requested a code. It has its own attempts, and other browsers cannot replace its code. */
const cookieName = 'login-code';
const secretShape = /^[\w-]{43}$/;

const secretIn = (context: AppContext): string | null => {
  const secret = getCookie(context, cookieName) ?? '';
  return secretShape.test(secret) ? secret : null;
};

export function askingBrowserOf(context: AppContext): string | null {
  const secret = secretIn(context);
  return secret === null ? null : hashOfSecret(secret);
}

export type AskingBrowser = {
  isKnown: boolean;
  hash: string;
  setCookie: () => void;
};

/** A browser without a secret gets one with the response. */
export function askingBrowser(deps: Pick<Deps, 'config'>, context: AppContext): AskingBrowser {
  const sentSecret = secretIn(context);
  const secret = sentSecret ?? secretToken(32);
  return {
    isKnown: sentSecret !== null,
    hash: hashOfSecret(secret),
    setCookie: () => saveInBrowser(deps, context, { name: cookieName, value: secret, forMs: minutes(15) }),
  };
}

export function forgetAskingBrowser(deps: Pick<Deps, 'config'>, context: AppContext): void {
  if (secretIn(context) !== null) saveInBrowser(deps, context, { name: cookieName, value: '', forMs: 0 });
}
