import { and, eq, gt, inArray } from 'drizzle-orm';
import { getCookie } from 'hono/cookie';
import { days } from '#src/kernel/time.ts';
import type { Deps } from '#src/platform/deps.ts';
import type { AppContext } from '#src/platform/http.ts';
import type { Work } from '#src/platform/work.ts';
import { keepInBrowser } from '../browser-secrets.ts';
import { sessions } from '../schema.ts';

/**
 * Whoever only typed an address goes on with what they began when their session is over and they type it again here. The
 * cookie names visit and person under a MAC and opens nothing by itself: it is looked at only when somebody types the
 * address, and it leans on the row of the guest's session, which lies there until its thirty days are over. A logout, a
 * proven login and a logout everywhere take the row away, so a stolen copy ends with the session that it belongs to.
 */
const cookieName = 'visit';
const purpose = 'visit';
const shape = /^([\w-]{1,64})\.([1-9]\d{0,14})\.([\w-]{43})$/;

type GuestVisit = { visitId: string; userId: number };
/** `sessionIds`: the stored ids of the sessions that the visit had so far. */
type ContinuedVisit = { visitId: string; sessionIds: string[] };

const textOf = ({ visitId, userId }: GuestVisit) => `${visitId}|${userId}`;

function visitIn(deps: Deps, context: AppContext): GuestVisit | null {
  const [, visitId = '', user = '', mac = ''] = shape.exec(getCookie(context, cookieName) ?? '') ?? [];
  const visit = { visitId, userId: Number(user) };
  return mac !== '' && deps.signer.verify(purpose, textOf(visit), mac) ? visit : null;
}

const isGuestOf = ({ visitId, userId }: GuestVisit) =>
  and(eq(sessions.visitId, visitId), eq(sessions.userId, userId), eq(sessions.level, 'unverified'));

/** The visit that this browser had as the same person without proof; null when there is none, or it was ended. */
export async function guestVisitOf(
  { tx, now }: Work,
  deps: Deps,
  context: AppContext,
  userId: number,
): Promise<ContinuedVisit | null> {
  const visit = visitIn(deps, context);
  if (visit?.userId !== userId) return null;
  const rows = await tx
    .select({ id: sessions.id })
    .from(sessions)
    .where(and(isGuestOf(visit), gt(sessions.expiresAt, now)));
  return rows.length > 0 ? { visitId: visit.visitId, sessionIds: rows.map(({ id }) => id) } : null;
}

/** A new session took the place of these. */
export async function endContinued({ tx }: Work, { sessionIds }: ContinuedVisit): Promise<void> {
  await tx.delete(sessions).where(inArray(sessions.id, sessionIds));
}

export function setVisitCookie(deps: Deps, context: AppContext, visit: GuestVisit, lifetimeDays: number): void {
  const value = `${visit.visitId}.${visit.userId}.${deps.signer.mac(purpose, textOf(visit))}`;
  keepInBrowser(deps, context, { name: cookieName, value, forMs: days(lifetimeDays) });
}

/**
 * Ends the visit that this browser could go on with, here and for every copy of its cookie, and all guests' sessions of the
 * visit that it is in: whoever began a second one there beforehand sees nothing of the person who logs in.
 */
export async function endGuestVisit({ tx }: Work, deps: Deps, context: AppContext): Promise<void> {
  const visitIds = [visitIn(deps, context)?.visitId, context.var.viewer?.visitId].filter((id) => id !== undefined);
  if (visitIds.length === 0) return;
  await tx.delete(sessions).where(and(inArray(sessions.visitId, visitIds), eq(sessions.level, 'unverified')));
}

export function takeVisitCookie(deps: Deps, context: AppContext): void {
  if (getCookie(context, cookieName) !== undefined) {
    keepInBrowser(deps, context, { name: cookieName, value: '', forMs: 0 });
  }
}
