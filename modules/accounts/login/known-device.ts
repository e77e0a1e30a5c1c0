import { eq } from 'drizzle-orm';
import { getCookie } from 'hono/cookie';
import { days } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { AppContext } from '#src/web/http.ts';
import { saveInBrowser } from '../browser-secrets.ts';
import { users } from '../schema.ts';

/**
 * A browser that logged in to an account before carries a MAC that says so, and nothing more: it opens nothing, and it
 * tells nobody's number. Such a browser is told that a second factor will be asked for, and gets its codes of six digits
 * from a number of its own, so it meets no long code because strangers asked for many (OWASP: device cookies).
 */
const cookieName = 'known-device';
const purpose = 'known-device';
const maxPeople = 5;
const livesMs = days(365);
/** The number before the MAC is from cookies of before. */
const entryShape = /^(?:[1-9]\d{0,14}\.)?([\w-]{43})$/;

function entriesOf(context: AppContext): string[] {
  const entries = (getCookie(context, cookieName) ?? '').split('~').slice(0, maxPeople);
  return entries.flatMap((entry) => entryShape.exec(entry)?.[1] ?? []);
}

/** After a complete login. Of a device that many share the last five people are kept. */
export function rememberDevice(deps: Deps, context: AppContext, userId: number): void {
  const entry = deps.signer.mac(purpose, String(userId));
  const others = entriesOf(context).filter((other) => other !== entry);
  const value = [entry, ...others].slice(0, maxPeople).join('~');
  saveInBrowser(deps, context, { name: cookieName, value, forMs: livesMs });
}

/** The id of that address's account if this browser logged in to it before, or is logged in now; else null. */
export async function accountKnownHere(deps: Deps, context: AppContext, email: string): Promise<number | null> {
  const { viewer } = context.var;
  if (viewer?.level === 'verified' && !viewer.impersonator && viewer.email === email) return viewer.userId;
  const entries = entriesOf(context);
  // Whoever has no cookie gets no look-up either, and so no answer that takes longer for a known address.
  if (entries.length === 0) return null;
  const [user] = await deps.read.select({ id: users.id }).from(users).where(eq(users.email, email));
  return user && entries.some((entry) => deps.signer.verify(purpose, String(user.id), entry)) ? user.id : null;
}

/** Whose codes are counted: strangers share those of the address, a known device has its own. */
export const triesKeyOf = (email: string, knownAs: number | null | undefined): string =>
  knownAs ? `device|${knownAs}` : email;
