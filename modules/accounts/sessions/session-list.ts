import { and, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Viewer } from '#src/access/viewer.ts';
import { type Instant, plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { hashOfSecret } from '../browser-secrets.ts';
import { type Device, deviceOf } from '../rules/device.ts';
import { isOver, rotationGraceMs } from '../rules/session-life.ts';
import { sessions, users } from '../schema.ts';

/** Public key of a session: the first 64 bits of the hash of its secret. */
const keyLength = 16;
export const sessionKeyShape = /^[0-9a-f]{16}$/;
export const keyOf = (key: string): SQL => sql`substr(${sessions.id}, 1, ${keyLength}) = ${key}`;

export type ListedSession = {
  key: string;
  device: Device;
  /** `code`, a provider's name, or `provider-impersonate`. */
  provider: string;
  createdAt: Instant;
  lastSeenAt: Instant;
  isCurrent: boolean;
};

/**
 * Logged-in sessions, this one first. Unproven sessions, which open nothing of the account, and old ids after a
 * rotation are left out.
 */
export async function sessionList({ read, clock }: Deps, viewer: Viewer): Promise<ListedSession[]> {
  const now = clock();
  const currentId = hashOfSecret(viewer.sessionId);
  const rows = await read
    .select({ session: sessions, isSuperAdmin: users.isSuperAdmin })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.userId, viewer.userId),
        eq(sessions.level, 'verified'),
        gt(sessions.expiresAt, plus(now, rotationGraceMs)),
      ),
    )
    .orderBy(desc(sessions.lastSeenAt), desc(sessions.createdAt));
  const listed = rows
    .filter(({ session, isSuperAdmin }) => !isOver({ ...session, isSuperAdmin }, now))
    .map(({ session }) => ({
      key: session.id.slice(0, keyLength),
      device: deviceOf(session.userAgent),
      provider: session.impersonatorId === null ? session.provider : 'provider-impersonate',
      createdAt: session.createdAt,
      lastSeenAt: session.lastSeenAt ?? session.createdAt,
      isCurrent: session.id === currentId,
    }));
  return [...listed.filter((one) => one.isCurrent), ...listed.filter((one) => !one.isCurrent)];
}
