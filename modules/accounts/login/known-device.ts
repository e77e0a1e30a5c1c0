import { eq } from 'drizzle-orm';
import { getCookie } from 'hono/cookie';
import { days } from '#src/kernel/time.ts';
import type { Deps } from '#src/platform/deps.ts';
import type { AppContext } from '#src/platform/http.ts';
import { keepInBrowser } from '../browser-secrets.ts';
import { users } from '../schema.ts';

/**
 * A browser that logged in to an account before carries a signed cookie that says so, and nothing more: it opens nothing.
 * Such a browser is told that a second factor will be asked for, and has limits of its own for that address, so that a
 * stranger who guesses from elsewhere locks out strangers alone (OWASP: device cookies).
 */
const cookieName = 'known-device';
const purpose = 'known-device';
const mostPeople = 5;
const livesMs = days(365);

function peopleOf({ signer }: Deps, context: AppContext): number[] {
  const entries = (getCookie(context, cookieName) ?? '').split('~').slice(0, mostPeople);
  return entries.flatMap((entry) => {
    const [id = '', mac = ''] = entry.split('.');
    return /^[1-9]\d{0,14}$/.test(id) && signer.verify(purpose, id, mac) ? [Number(id)] : [];
  });
}

/** After a complete login. Of a device that many share the last five people are kept. */
export function rememberDevice(deps: Deps, context: AppContext, userId: number): void {
  const others = peopleOf(deps, context).filter((id) => id !== userId);
  const people = [userId, ...others].slice(0, mostPeople);
  const value = people.map((id) => `${id}.${deps.signer.mac(purpose, String(id))}`).join('~');
  keepInBrowser(deps, context, { name: cookieName, value, forMs: livesMs });
}

/** The id of that address's account if this browser logged in to it before, or is logged in now; else null. */
export async function accountKnownHere(deps: Deps, context: AppContext, email: string): Promise<number | null> {
  const { viewer } = context.var;
  if (viewer?.level === 'verified' && !viewer.impersonator && viewer.email === email) return viewer.userId;
  const people = peopleOf(deps, context);
  // Whoever has no cookie gets no look-up either, and so no answer that takes longer for a known address.
  if (people.length === 0) return null;
  const [user] = await deps.read.select({ id: users.id }).from(users).where(eq(users.email, email));
  return user && people.includes(user.id) ? user.id : null;
}

/** Whose tries are counted: strangers share those of the address, a known device has its own. */
export const triesKeyOf = (email: string, knownAs: number | null | undefined): string =>
  knownAs ? `device|${knownAs}` : email;
