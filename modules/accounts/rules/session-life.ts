import { days, hours, type Instant, minutes } from '#src/kernel/time.ts';

export type SessionLife = {
  createdAt: Instant;
  /** At most ten minutes old; null in old sessions. */
  lastSeenAt: Instant | null;
  /** Thirty days after the login. */
  expiresAt: Instant;
};

/** Idle timeout, shorter for super admins, whose sessions are worth more to a thief. */
const idleEndMs = ({ isSuperAdmin }: { isSuperAdmin: boolean }): number => (isSuperAdmin ? hours(12) : days(7));

/** Requests under way during a rotation still find the old id. */
export const rotationGraceMs = minutes(1);
/** After this pause the next request starts a new visit. */
const newVisitAfterMs = minutes(30);
/** A session this close to its end does not start a visit and avoids a logout in the middle of it. */
const tooShortForAVisitMs = hours(24);

/** A session also ends at the start of a visit that it would hardly outlive. Impersonations only have their end. */
export function isOver(session: SessionLife & { isSuperAdmin: boolean }, now: Instant): boolean {
  const { createdAt, expiresAt } = session;
  if (now >= expiresAt) return true;
  const idleMs = now - (session.lastSeenAt ?? createdAt);
  if (idleMs >= idleEndMs(session)) return true;
  const isShort = expiresAt - createdAt < tooShortForAVisitMs;
  return !isShort && idleMs >= newVisitAfterMs && expiresAt - now < tooShortForAVisitMs;
}
