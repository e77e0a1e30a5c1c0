import { days, hours, type Instant, minutes } from '#src/kernel/time.ts';

/** What is known of how long a session may go on. */
export type SessionLife = {
  createdAt: Instant;
  /** At most ten minutes old; null in sessions from before it was kept. */
  lastSeenAt: Instant | null;
  /** The absolute end, thirty days after the login. */
  expiresAt: Instant;
};

/** Somebody who does nothing for that long is gone; a super admin's unused session is worth more to a thief. */
const idleEndMs = ({ isSuperAdmin }: { isSuperAdmin: boolean }): number => (isSuperAdmin ? hours(12) : days(7));

/** Requests that were under way when a session moved to a new id still find the old one. */
export const rotationGraceMs = minutes(1);
/** After a pause like this the next request is the start of a new visit. */
const newVisitAfterMs = minutes(30);
/** What ends within a day is not begun with: better asked at the start than thrown out in the middle. */
const tooShortForAVisitMs = hours(24);

/**
 * A session is over at its absolute end, after being idle, and at the start of a visit that it would hardly outlive.
 * Short sessions (a super admin who acts for somebody) know only their end.
 */
export function isOver(session: SessionLife & { isSuperAdmin: boolean }, now: Instant): boolean {
  const { createdAt, expiresAt } = session;
  if (now >= expiresAt) return true;
  const idleMs = now - (session.lastSeenAt ?? createdAt);
  if (idleMs >= idleEndMs(session)) return true;
  const isShort = expiresAt - createdAt < tooShortForAVisitMs;
  return !isShort && idleMs >= newVisitAfterMs && expiresAt - now < tooShortForAVisitMs;
}
