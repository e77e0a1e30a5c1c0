import { eq } from 'drizzle-orm';
import { type Adapter, Lucia, TimeSpan } from 'lucia';
import { ready } from '#src/data/hot-statements.ts';
import type { Write } from '#src/data/work.ts';
import { days, type Instant, minutes, plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { hashOfSecret, isHttps } from '../browser-secrets.ts';
import { refuse } from '../rules/problems.ts';
import { isOver, type SessionLife } from '../rules/session-life.ts';
import { sessions, type users } from '../schema.ts';
import { addAccountAudit } from '../users/users.ts';
import { forgetOldSessions } from './end-sessions.ts';

/** Stores only the SHA-256 of an id and decides by the shop's clock when a session is over (`rules/session-life.ts`). */
export const lifetimeDays = 30;
const impersonationMs = minutes(60);
/** Precision of `lastSeenAt`. */
const seenEveryMs = minutes(10);
export const isToBeSeen = ({ lastSeenAt, createdAt }: SessionLife, now: Instant): boolean =>
  now - (lastSeenAt ?? createdAt) >= seenEveryMs;

declare module 'lucia' {
  interface Register {
    UserId: number;
    Lucia: ReturnType<typeof makeLucia>;
    DatabaseSessionAttributes: SessionAttributes;
    DatabaseUserAttributes: UserAttributes;
  }
}
type SessionAttributes = Pick<
  typeof sessions.$inferInsert,
  'visitId' | 'level' | 'verifiedAt' | 'userAgent' | 'provider' | 'impersonatorId' | 'impersonatorVerifiedAt'
> & {
  mustRotate: boolean;
  impersonatorEmail: string | null;
  /** Network address for the history; not stored with the session. */
  network: string;
  /** Stored id of the session to replace; if it has ended, none begins. */
  replaces: string | null;
  life?: SessionLife;
};
type UserAttributes = Pick<typeof users.$inferSelect, 'email' | 'isSuperAdmin' | 'language'>;

/** Disables Lucia's clock check; the adapter has checked already. */
const never = new Date(8.64e15);

type FoundSession = SessionLife &
  Pick<typeof sessions.$inferSelect, 'userId' | 'visitId' | 'level' | 'verifiedAt' | 'userAgent' | 'provider'> &
  Pick<UserAttributes, 'email' | 'language'> & {
    mustRotate: number;
    impersonatorId: number | null;
    impersonatorVerifiedAt: Instant | null;
    impersonatorEmail: string | null;
  };
/** For sessions that changed since this process read them. A session of a deleted account opens nothing. */
const sessionStatement = `select s.user_id userId, s.visit_id visitId, s.level, s.verified_at verifiedAt,
  s.user_agent userAgent, s.provider, s.must_rotate mustRotate, s.created_at createdAt, s.last_seen_at lastSeenAt,
  s.expires_at expiresAt, s.impersonator_id impersonatorId, s.impersonator_verified_at impersonatorVerifiedAt,
  i.email impersonatorEmail, u.email, u.language, u.is_super_admin isSuperAdmin
  from sessions s join users u on u.id = s.user_id left join users i on i.id = s.impersonator_id
  where s.id = ? and u.deleted_at is null`;

function adapter({ read, clock }: Deps, write: Write): Adapter {
  return {
    async getSessionAndUser(secret) {
      const id = hashOfSecret(secret);
      const [row] = await read.all<FoundSession & { isSuperAdmin: number }>(ready(sessionStatement, [id]));
      const now = clock();
      if (!row || isOver({ ...row, isSuperAdmin: row.isSuperAdmin === 1 }, now)) return [null, null];
      if (isToBeSeen(row, now)) {
        await write(({ tx }) => tx.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, id)));
      }
      const { userId, email, language, isSuperAdmin, mustRotate, createdAt, lastSeenAt, expiresAt, ...attributes } =
        row;
      const life = { createdAt, lastSeenAt, expiresAt };
      return [
        {
          id: secret,
          userId,
          expiresAt: never,
          attributes: { ...attributes, mustRotate: mustRotate === 1, network: '', replaces: null, life },
        },
        { id: userId, attributes: { email, language, isSuperAdmin: isSuperAdmin === 1 } },
      ];
    },
    async getUserSessions() {
      // The real ids are unknown here; see `session-list.ts`.
      return [];
    },
    async setSession({ id, userId, attributes }) {
      const { mustRotate: _, impersonatorEmail: __, life: ___, network, replaces, ...stored } = attributes;
      await write(async (work) => {
        const { tx, now } = work;
        if (replaces !== null) {
          const ended = await tx.delete(sessions).where(eq(sessions.id, replaces)).returning({ id: sessions.id });
          if (ended.length === 0) refuse('UNAUTHORIZED');
        }
        const expiresAt = plus(now, stored.impersonatorId ? impersonationMs : days(lifetimeDays));
        await tx
          .insert(sessions)
          .values({ ...stored, id: hashOfSecret(id), userId, createdAt: now, lastSeenAt: now, expiresAt });
        if (stored.level === 'verified' && !stored.impersonatorId && stored.provider !== 'return') {
          await addAccountAudit(work, {
            userId,
            actorId: userId,
            type: 'LoggedIn',
            comment: stored.provider ?? '',
            network,
          });
        }
      });
    },
    async updateSessionExpiration() {},
    async deleteSession(id) {
      await write(({ tx }) => tx.delete(sessions).where(eq(sessions.id, hashOfSecret(id))));
    },
    async deleteUserSessions(userId) {
      await write(({ tx }) => tx.delete(sessions).where(eq(sessions.userId, userId)));
    },
    async deleteExpiredSessions() {
      await write(forgetOldSessions);
    },
  };
}

/** `write` is the shop's own, or runs in an open transaction. */
export function makeLucia(deps: Deps, write: Write = deps.write) {
  return new Lucia(adapter(deps, write), {
    sessionExpiresIn: new TimeSpan(lifetimeDays, 'd'),
    sessionCookie: { name: 'session', attributes: { sameSite: 'lax', secure: isHttps(deps) } },
    getSessionAttributes: (attributes) => attributes,
    getUserAttributes: ({ email, isSuperAdmin, language }) => ({ email, isSuperAdmin, language }),
  });
}

const made = new WeakMap<Deps['read'], ReturnType<typeof makeLucia>>();
export function luciaOf(deps: Deps) {
  const lucia = made.get(deps.read) ?? makeLucia(deps);
  made.set(deps.read, lucia);
  return lucia;
}
