import { and, desc, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import type { Viewer } from '#src/access/viewer.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { ready } from '#src/data/hot-statements.ts';
import { days, type Instant, plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { hashOfSecret } from '../browser-secrets.ts';
import { providerLabel } from '../providers/provider-settings.ts';
import { type Device, deviceOf } from '../rules/device.ts';
import { isOver, rotationGraceMs } from '../rules/session-life.ts';
import { accountAudits, sessions, users } from '../schema.ts';
import { lifetimeDays } from './lucia.ts';

/** Public key of a session: the first 64 bits of the hash of its secret. */
const keyLength = 16;
export const sessionKeyShape = /^[0-9a-f]{16}$/;
export const keyOf = (key: string): SQL => sql`substr(${sessions.id}, 1, ${keyLength}) = ${key}`;

export type ListedSession = {
  key: string;
  device: Device;
  provider: string;
  createdAt: Instant;
  lastSeenAt: Instant;
  isCurrent: boolean;
};

/** This session first; without unproven sessions, which open nothing, and without old ids after a rotation. */
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

export function deviceText(i18n: Translator, { browser, system }: Device): string {
  if (browser && system) return i18n.t('security.device.both', { browser, system });
  return browser ?? system ?? i18n.t('security.device.unknown');
}

export function loginMethodText(i18n: Translator, provider: string): string {
  const key = `security.began.${provider}`;
  return i18n.has(key) ? i18n.t(key) : i18n.t('security.began.other', { provider: providerLabel(i18n, provider) });
}

const visits = 'select distinct visit_id visitId from sessions where user_id = ?';
const provenVisits = `${visits} and level = 'verified'`;

/** `proven` leaves out unproven sessions, which may belong to a stranger. */
export async function visitsOf(reader: Reader | Tx, userId: number, which: 'all' | 'proven'): Promise<string[]> {
  const rows = await reader.all<{ visitId: string }>(ready(which === 'all' ? visits : provenVisits, [userId]));
  return rows.map(({ visitId }) => visitId);
}

/** Time of the latest login that may have lasted until the given time; null without one. */
export async function loginBefore(reader: Reader | Tx, userId: number, at: Instant): Promise<Instant | null> {
  const { createdAt, type, id } = accountAudits;
  const [login] = await reader
    .select({ createdAt })
    .from(accountAudits)
    .where(
      and(
        eq(accountAudits.userId, userId),
        eq(type, 'LoggedIn'),
        lte(createdAt, at),
        gt(createdAt, plus(at, -days(lifetimeDays))),
      ),
    )
    .orderBy(desc(id))
    .limit(1);
  return login?.createdAt ?? null;
}
