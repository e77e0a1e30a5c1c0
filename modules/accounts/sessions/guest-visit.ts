import { and, eq, gt, inArray } from 'drizzle-orm';
import { getCookie } from 'hono/cookie';
import type { Work } from '#src/data/work.ts';
import { days } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { AppContext } from '#src/web/http.ts';
import { saveInBrowser } from '../browser-secrets.ts';
import { sessions } from '../schema.ts';

/**
 * Whoever only typed an address goes on with what they began when their session is over and they type it again here, or prove it. The
 * cookie names the visit, with a MAC over visit and person, so it tells nobody's number. It opens nothing by itself: it is
 * looked at only when somebody types or proves the address, and it leans on the row of the guest's session, which lies there until
 * its thirty days are over. A logout, a proven login and a logout everywhere take the row away, so a stolen copy ends with
 * the session that it belongs to.
 */
const cookieName = 'visit';
const purpose = 'visit';
/** The number in the middle is from cookies of before. */
const shape = /^([\w-]{1,64})\.(?:[1-9]\d{0,14}\.)?([\w-]{43})$/;

type GuestVisit = { visitId: string; userId: number };
/** `sessionIds`: the stored ids of the sessions that the visit had so far. */
type ContinuedVisit = { visitId: string; sessionIds: string[] };

const textOf = ({ visitId, userId }: GuestVisit) => `${visitId}|${userId}`;

/** What the cookie claims; whose visit it is shows when a person is held against it. */
function visitIn({ signer }: Deps, context: AppContext) {
  const [, visitId = '', mac = ''] = shape.exec(getCookie(context, cookieName) ?? '') ?? [];
  const isOf = (userId: number): boolean => signer.verify(purpose, textOf({ visitId, userId }), mac);
  return mac === '' ? null : { visitId, isOf };
}

const isGuestOf = ({ visitId, userId }: GuestVisit) =>
  and(eq(sessions.visitId, visitId), eq(sessions.userId, userId), eq(sessions.level, 'unverified'));

const guestOf = { userId: sessions.userId };
const isGuestIn = (visitIds: string[]) => and(inArray(sessions.visitId, visitIds), eq(sessions.level, 'unverified'));

/** The visit that this browser had as the same person without proof; null when there is none, or it was ended. */
export async function guestVisitOf(
  { tx, now }: Work,
  deps: Deps,
  context: AppContext,
  userId: number,
): Promise<ContinuedVisit | null> {
  const visit = visitIn(deps, context);
  if (!visit?.isOf(userId)) return null;
  const { visitId } = visit;
  const rows = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(isGuestOf({ visitId, userId }), gt(sessions.expiresAt, now)));
  return rows.length > 0 ? { visitId, sessionIds: rows.map(({ id }) => id) } : null;
}

/** A new session took the place of these. */
export async function endContinued({ tx }: Work, { sessionIds }: ContinuedVisit): Promise<void> {
  await tx.delete(sessions).where(inArray(sessions.id, sessionIds));
}

export function setVisitCookie(deps: Deps, context: AppContext, visit: GuestVisit, lifetimeDays: number): void {
  const value = `${visit.visitId}.${deps.signer.mac(purpose, textOf(visit))}`;
  saveInBrowser(deps, context, { name: cookieName, value, forMs: days(lifetimeDays) });
}

/**
 * Ends the visit that this browser could go on with, here and for every copy of its cookie, and all guests' sessions of the
 * visit that it is in: whoever began a second one there beforehand sees nothing of the person who logs in.
 */
export async function endGuestVisit({ tx }: Work, deps: Deps, context: AppContext): Promise<void> {
  const visit = visitIn(deps, context);
  const guests = visit
    ? await tx
        .selectDistinct(guestOf)
        .from(sessions)
        .where(isGuestIn([visit.visitId]))
    : [];
  const isOfGuest = guests.some(({ userId }) => visit?.isOf(userId));
  const own = [isOfGuest ? visit?.visitId : undefined, context.var.viewer?.visitId];
  const visitIds = own.filter((id) => id !== undefined);
  if (visitIds.length === 0) return;
  await tx.delete(sessions).where(isGuestIn(visitIds));
}

export function takeVisitCookie(deps: Deps, context: AppContext): void {
  if (getCookie(context, cookieName) !== undefined) {
    saveInBrowser(deps, context, { name: cookieName, value: '', forMs: 0 });
  }
}
