import { createHash } from 'node:crypto';
import { and, eq, gt, like } from 'drizzle-orm';
import { getCookie, setCookie } from 'hono/cookie';
import { publicCatalog } from '#modules/events/index.ts';
import type { BookingStep } from '#modules/orders/rules/steps.ts';
import { secretToken } from '#src/kernel/ids.ts';
import { Problem } from '#src/kernel/problem.ts';
import { hours, type Instant } from '#src/kernel/time.ts';
import type { AppContext, Deps, PageCall } from '#src/platform/http.ts';
import { countTry, type Limit } from '#src/platform/limits.ts';
import type { Locale } from '#src/platform/locale.ts';
import { emptyDraft } from './rules/draft.ts';
import { drafts } from './schema.ts';

/**
 * The form of a step that came without a session: what it carried waits for an hour under a secret that only this browser
 * holds, and the step takes it over when somebody is logged in. It belongs to the browser and not to a person, for nobody
 * knows who typed it; of its row only the secret's hash is known, so a copy of the database opens none.
 */
const cookieName = 'typed';
export const keptPostMs = hours(1);
const mostCharacters = 200_000;
const mostFields = 5000;
const keptPostsPerNetwork: Limit = { name: 'kept-post', most: 60, windowMs: hours(1), per: 'address' };

const prefix = 'kept|';
/** No visit is called like that. */
export const isKeptPost = like(drafts.visitId, `${prefix}%`);
const nameOf = (secret: string) => `${prefix}${createHash('sha256').update(secret).digest('base64url')}`;

/** Keeps the form, one for each step: a second post takes the place of the first. */
export async function keepPost(call: PageCall<'site.read'>, step: BookingStep): Promise<void> {
  const { deps, context, params, clientAddress, now, words } = call;
  const fields = [...call.form].filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const size = fields.reduce((sum, [name, value]) => sum + name.length + value.length, 0);
  if (fields.length === 0 || fields.length > mostFields || size > mostCharacters) return;
  // An address that no cookie can be of (RFC 6265, section 4.1.1); no page of ours has such a one.
  if (new URL(context.req.url).pathname.includes(';')) return;
  // Never one that the browser was given before, for somebody else may know it.
  const secret = secretToken(32);
  const before = getCookie(context, cookieName) ?? '';
  const keptPost = { step, locale: words.locale, fields };
  try {
    const { event } = await publicCatalog(deps.read, params.eventId ?? '');
    await deps.write(async (work) => {
      await countTry(work, keptPostsPerNetwork, clientAddress, deps.config.limitFactor);
      await work.tx.delete(drafts).where(and(eq(drafts.visitId, nameOf(before)), eq(drafts.eventId, event.id)));
      await work.tx
        .insert(drafts)
        .values({ visitId: nameOf(secret), eventId: event.id, data: { ...emptyDraft, keptPost }, updatedAt: now });
    });
  } catch (error) {
    // Nothing to be kept for an event that is not there, or not that much; the login comes first either way.
    if (error instanceof Problem) return;
    throw error;
  }
  setTypedCookie(deps, context, secret, keptPostMs / 1000);
}

/** What the browser posted to this step without a session, once. */
export async function takeKeptPost(
  call: PageCall<'order.read'>,
  step: BookingStep,
  eventId: number,
): Promise<{ form: FormData; locale: Locale } | null> {
  const { deps, context, now } = call;
  const secret = getCookie(context, cookieName);
  if (!secret) return null;
  const row = and(
    eq(drafts.visitId, nameOf(secret)),
    eq(drafts.eventId, eventId),
    gt(drafts.updatedAt, (now - keptPostMs) as Instant),
  );
  const [waiting] = await deps.read.select({ data: drafts.data }).from(drafts).where(row);
  if (waiting?.data.keptPost?.step !== step) return null;
  const [taken] = await deps.write(({ tx }) => tx.delete(drafts).where(row).returning({ data: drafts.data }));
  setTypedCookie(deps, context, '', 0);
  if (!taken?.data.keptPost) return null;
  const form = new FormData();
  for (const [name, value] of taken.data.keptPost.fields) form.append(name, value);
  return { form, locale: taken.data.keptPost.locale };
}

/** Of the step's own address, so that two steps in two tabs both keep theirs. */
function setTypedCookie(deps: Deps, context: AppContext, value: string, maxAge: number): void {
  const secure = deps.config.publicUrl.startsWith('https:');
  const { pathname } = new URL(context.req.url);
  setCookie(context, cookieName, value, { path: pathname, httpOnly: true, sameSite: 'Lax', secure, maxAge });
}
