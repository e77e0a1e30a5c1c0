import { eq } from 'drizzle-orm';
import { getCookie } from 'hono/cookie';
import { days } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { AppContext } from '#src/web/http.ts';
import { saveInBrowser } from '../browser-secrets.ts';
import { users } from '../schema.ts';

/**
 * A browser that logged in to an account before carries a MAC that grants no access and reveals no id. It learns early
 * that a second factor follows, and has its own limit of short codes, so that requests of strangers do not affect it
 * (OWASP: device cookies).
 */
const cookieName = 'known-device';
const purpose = 'known-device';
const maxPeople = 5;
const livesMs = days(365);
/** Older cookies have an id before the MAC. */
const entryShape = /^(?:[1-9]\d{0,14}\.)?([\w-]{43})$/;

function entriesOf(context: AppContext): string[] {
  const entries = (getCookie(context, cookieName) ?? '').split('~').slice(0, maxPeople);
  return entries.flatMap((entry) => entryShape.exec(entry)?.[1] ?? []);
}

/** After a complete login. A shared device remembers the last five people. */
export function rememberDevice(deps: Deps, context: AppContext, userId: number): void {
  const entry = deps.signer.mac(purpose, String(userId));
  const others = entriesOf(context).filter((other) => other !== entry);
  const value = [entry, ...others].slice(0, maxPeople).join('~');
  saveInBrowser(deps, context, { name: cookieName, value, forMs: livesMs });
}

/** The account of the address, if this browser has logged in to it; else null. */
export async function accountKnownHere(deps: Deps, context: AppContext, email: string): Promise<number | null> {
  const { viewer } = context.var;
  if (viewer?.level === 'verified' && !viewer.impersonator && viewer.email === email) return viewer.userId;
  const entries = entriesOf(context);
  // Without a cookie there is no lookup, so the response time reveals no known address.
  if (entries.length === 0) return null;
  const [user] = await deps.read.select({ id: users.id }).from(users).where(eq(users.email, email));
  return user && entries.some((entry) => deps.signer.verify(purpose, String(user.id), entry)) ? user.id : null;
}

/** Key of the limit: a known device has its own, all strangers share that of the address. */
export const triesKeyOf = (email: string, knownAs: number | null | undefined): string =>
  knownAs ? `device|${knownAs}` : email;
