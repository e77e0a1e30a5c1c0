import { and, desc, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { Viewer } from '#src/access/viewer.ts';
import { type Instant, plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { hashOfSecret } from '../browser-secrets.ts';
import { type Device, deviceOf } from '../rules/device.ts';
import { isOver, rotationGraceMs } from '../rules/session-life.ts';
import { sessions, users } from '../schema.ts';

/** Names a session without opening it: the first 64 bits of the hash of its secret. */
const keyLength = 16;
export const sessionKeyShape = /^[0-9a-f]{16}$/;
export const keyOf = (key: string): SQL => sql`substr(${sessions.id}, 1, ${keyLength}) = ${key}`;

export type ListedSession = {
  key: string;
  device: Device;
  /** How it began: `code`, a provider's name, `provider-impersonate` when a super admin acts for the person. */
  provider: string;
  createdAt: Instant;
  lastSeenAt: Instant;
  isCurrent: boolean;
};

/**
 * Where the person is logged in, this session first. Sessions of somebody who merely typed the address are not among
 * them, since they open nothing of the account; nor is the old id of a session that has just moved to a new one.
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
