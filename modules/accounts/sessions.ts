import { createHash } from 'node:crypto';
import { eq, lte } from 'drizzle-orm';
import { setCookie } from 'hono/cookie';
import { type Adapter, Lucia, TimeSpan } from 'lucia';
import { secretToken } from '#src/kernel/ids.ts';
import { days, plus } from '#src/kernel/time.ts';
import { ready } from '#src/platform/hot-statements.ts';
import type { AppContext, Deps, Viewer } from '#src/platform/http.ts';
import type { Work } from '#src/platform/work.ts';
import { sessions, type users } from './schema.ts';

/**
 * Sessions, with Lucia behind this one file. Lucia makes the ids and the cookie; the adapter keeps the SHA-256 of an id
 * alone, writes through the one writer, and decides by the shop's clock when a session is over. A session lasts 30 days
 * from its login and is never prolonged.
 */
const lifetimeDays = 30;
const csrfCookie = 'csrf-token';

declare module 'lucia' {
  interface Register {
    UserId: number;
    Lucia: ReturnType<typeof makeLucia>;
    DatabaseSessionAttributes: SessionAttributes;
    DatabaseUserAttributes: UserAttributes;
  }
}
type SessionAttributes = Pick<typeof sessions.$inferInsert, 'visitId' | 'level' | 'verifiedAt' | 'userAgent'>;
type UserAttributes = Pick<typeof users.$inferSelect, 'email' | 'isSuperAdmin' | 'language'>;

/** Lucia reads the machine's clock. It is told a day that never comes, since the adapter has looked already. */
const never = new Date(8.64e15);
const hashed = (sessionId: string): string => createHash('sha256').update(sessionId).digest('hex');

type FoundSession = Omit<typeof sessions.$inferSelect, 'id' | 'createdAt'> &
  Pick<UserAttributes, 'email' | 'language'> & { isSuperAdmin: number };
/** Every request of somebody with a session asks this. */
const sessionStatement = `select s.user_id userId, s.visit_id visitId, s.level, s.verified_at verifiedAt,
  s.user_agent userAgent, s.expires_at expiresAt, u.email, u.language, u.is_super_admin isSuperAdmin
  from sessions s join users u on u.id = s.user_id where s.id = ?`;

function adapter({ read, write, clock }: Deps): Adapter {
  return {
    async getSessionAndUser(id) {
      const [row] = await read.all<FoundSession>(ready(sessionStatement, [hashed(id)]));
      if (!row || row.expiresAt <= clock()) return [null, null];
      const { userId, visitId, level, verifiedAt, userAgent, email, language } = row;
      return [
        { id, userId, expiresAt: never, attributes: { visitId, level, verifiedAt, userAgent } },
        { id: userId, attributes: { email, language, isSuperAdmin: row.isSuperAdmin === 1 } },
      ];
    },
    async getUserSessions(userId) {
      // Their true ids are unknown to us; the hash names them well enough to show and to count.
      const rows = await read.select().from(sessions).where(eq(sessions.userId, userId));
      return rows
        .filter((row) => row.expiresAt > clock())
        .map((row) => ({ id: row.id, userId, expiresAt: never, attributes: row }));
    },
    async setSession({ id, userId, attributes }) {
      await write(async ({ tx, now }) => {
        const expiresAt = plus(now, days(lifetimeDays));
        await tx.insert(sessions).values({ ...attributes, id: hashed(id), userId, createdAt: now, expiresAt });
      });
    },
    async updateSessionExpiration() {},
    async deleteSession(id) {
      await write(({ tx }) => tx.delete(sessions).where(eq(sessions.id, hashed(id))));
    },
    async deleteUserSessions(userId) {
      await write(({ tx }) => tx.delete(sessions).where(eq(sessions.userId, userId)));
    },
    async deleteExpiredSessions() {
      await write(forgetOldSessions);
    },
  };
}

function makeLucia(deps: Deps) {
  return new Lucia(adapter(deps), {
    sessionExpiresIn: new TimeSpan(lifetimeDays, 'd'),
    sessionCookie: { name: 'session', attributes: { sameSite: 'lax', secure: isHttps(deps) } },
    getSessionAttributes: ({ visitId, level, verifiedAt }) => ({ visitId, level, verifiedAt: verifiedAt ?? null }),
    getUserAttributes: ({ email, isSuperAdmin, language }) => ({ email, isSuperAdmin, language }),
  });
}

const isHttps = (deps: Deps) => deps.config.publicUrl.startsWith('https:');
const made = new WeakMap<Deps, ReturnType<typeof makeLucia>>();
function luciaOf(deps: Deps) {
  const lucia = made.get(deps) ?? makeLucia(deps);
  made.set(deps, lucia);
  return lucia;
}

/**
 * Who the secret of a session cookie belongs to; one read by primary key. While the mailbox is not proven the person is
 * nobody but the address they typed: no rights, no settings.
 */
export async function findViewer(deps: Deps, sessionId: string): Promise<Omit<Viewer, 'organizerIds'> | null> {
  const { session, user } = await luciaOf(deps).validateSession(sessionId);
  if (!session) return null;
  const verified = session.level === 'verified';
  return {
    userId: user.id,
    email: user.email,
    level: session.level,
    verifiedAt: session.verifiedAt,
    visitId: session.visitId,
    isSuperAdmin: verified && user.isSuperAdmin,
    language: verified ? user.language : null,
    csrfToken: csrfTokenOf(deps, sessionId),
    sessionId,
  };
}

const csrfTokenOf = (deps: Deps, sessionId: string) => deps.signer.mac('csrf', sessionId);

export type NewSession = {
  userId: number;
  level: 'unverified' | 'verified';
  /** Of the session before; without it the one of the request's own session goes on. */
  visitId?: string;
};

/**
 * Begins a session and sets its cookies. Every login gets a new id, and the session that the request came with ends, so
 * an id that was known before the login opens nothing after it. Answers the secret id.
 */
export async function startSession(deps: Deps, context: AppContext, input: NewSession): Promise<string> {
  const lucia = luciaOf(deps);
  const { viewer } = context.var;
  const session = await lucia.createSession(input.userId, {
    visitId: input.visitId ?? viewer?.visitId ?? secretToken(16),
    level: input.level,
    verifiedAt: input.level === 'verified' ? deps.clock() : null,
    userAgent: context.req.header('user-agent')?.slice(0, 200) ?? null,
  });
  if (viewer) await lucia.invalidateSession(viewer.sessionId);
  context.header('set-cookie', lucia.createSessionCookie(session.id).serialize(), { append: true });
  setCookie(context, csrfCookie, csrfTokenOf(deps, session.id), {
    path: '/',
    sameSite: 'Lax',
    secure: isHttps(deps),
    maxAge: days(lifetimeDays) / 1000,
  });
  return session.id;
}

/** Ends the session and takes its cookies away. */
export async function endSession(deps: Deps, context: AppContext, viewer: Viewer | null): Promise<void> {
  const lucia = luciaOf(deps);
  if (viewer) await lucia.invalidateSession(viewer.sessionId);
  context.header('set-cookie', lucia.createBlankSessionCookie().serialize(), { append: true });
  setCookie(context, csrfCookie, '', { path: '/', sameSite: 'Lax', secure: isHttps(deps), maxAge: 0 });
}

export async function forgetOldSessions({ tx, now }: Pick<Work, 'tx' | 'now'>): Promise<void> {
  await tx.delete(sessions).where(lte(sessions.expiresAt, now));
}
