import { and, eq, gt, inArray } from 'drizzle-orm';
import { getCookie } from 'hono/cookie';
import type { Work } from '#src/data/work.ts';
import { days } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { AppContext } from '#src/web/http.ts';
import { saveInBrowser } from '../browser-secrets.ts';
import { sessions } from '../schema.ts';

/**
 * A guest whose session has ended continues the visit by entering the same address again in this browser, or by proving
 * it. The cookie names the visit with a MAC over visit and person, so it reveals no id and opens nothing by itself. It
 * depends on the row of the guest's session, which exists for thirty days. A logout, a proven login and a logout
 * everywhere delete the row, so a stolen copy ends with its session.
 */
const cookieName = 'visit';
const purpose = 'visit';
/** Older cookies have an id in the middle. */
const shape = /^([\w-]{1,64})\.(?:[1-9]\d{0,14}\.)?([\w-]{43})$/;

type GuestVisit = { visitId: string; userId: number };
/** `sessionIds`: stored ids of the visit's previous sessions. */
type ContinuedVisit = { visitId: string; sessionIds: string[] };

const textOf = ({ visitId, userId }: GuestVisit) => `${visitId}|${userId}`;

/** Unverified: the caller checks the MAC against a person. */
function visitIn({ signer }: Deps, context: AppContext) {
  const [, visitId = '', mac = ''] = shape.exec(getCookie(context, cookieName) ?? '') ?? [];
  const isOf = (userId: number): boolean => signer.verify(purpose, textOf({ visitId, userId }), mac);
  return mac === '' ? null : { visitId, isOf };
}

const isGuestOf = ({ visitId, userId }: GuestVisit) =>
  and(eq(sessions.visitId, visitId), eq(sessions.userId, userId), eq(sessions.level, 'unverified'));

const guestOf = { userId: sessions.userId };
const isGuestIn = (visitIds: string[]) => and(inArray(sessions.visitId, visitIds), eq(sessions.level, 'unverified'));

/** The unproven visit of the same person in this browser; null when there is none or it has ended. */
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

export async function endContinued({ tx }: Work, { sessionIds }: ContinuedVisit): Promise<void> {
  await tx.delete(sessions).where(inArray(sessions.id, sessionIds));
}

export function setVisitCookie(deps: Deps, context: AppContext, visit: GuestVisit, lifetimeDays: number): void {
  const value = `${visit.visitId}.${deps.signer.mac(purpose, textOf(visit))}`;
  saveInBrowser(deps, context, { name: cookieName, value, forMs: days(lifetimeDays) });
}

/** Ends the visit for all copies of its cookie, so that a session fixed in advance sees nothing after the login. */
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
