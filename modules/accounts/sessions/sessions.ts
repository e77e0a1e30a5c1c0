import { createHash } from 'node:crypto';
import { and, eq, lte, or, sql } from 'drizzle-orm';
import { setCookie } from 'hono/cookie';
import { type Adapter, Lucia, TimeSpan } from 'lucia';
import { secretToken } from '#src/kernel/ids.ts';
import { days, hours, type Instant, minutes, plus } from '#src/kernel/time.ts';
import { ready } from '#src/platform/hot-statements.ts';
import type { AppContext, Deps, Viewer } from '#src/platform/http.ts';
import type { Work, Write } from '#src/platform/work.ts';
import { refuse } from '../rules/problems.ts';
import { isOver, type SessionLife } from '../rules/session-life.ts';
import { sessions, type users } from '../schema.ts';
import { addAccountAudit } from '../users/add-account-audit.ts';
import { endContinued, endGuestVisit, guestVisitOf, setVisitCookie, takeVisitCookie } from './guest-visit.ts';

/**
 * Sessions, with Lucia behind this one file. Lucia makes the ids and the cookie; the adapter keeps the SHA-256 of an id
 * alone, writes through the one writer, and decides by the shop's clock when a session is over (`rules/session-life.ts`).
 */
const lifetimeDays = 30;
/** A super admin who acts for somebody is reminded of it within the hour. */
const impersonationMs = minutes(60);
/** How exactly `lastSeenAt` is known. */
const seenEveryMs = minutes(10);
/** Requests that were under way when the id changed still find their session. */
const rotationGraceMs = minutes(1);
const csrfCookie = 'csrf-token';

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
  /** Where it began; goes into the audit and is not kept with the session. */
  network: string;
  /** The stored id of the session that this one takes the place of, or does not begin at all. */
  replaces: string | null;
};
type UserAttributes = Pick<typeof users.$inferSelect, 'email' | 'isSuperAdmin' | 'language'>;

/** Lucia reads the machine's clock. It is told a day that never comes, since the adapter has looked already. */
const never = new Date(8.64e15);
export const hashOfSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');

type FoundSession = SessionLife &
  Pick<typeof sessions.$inferSelect, 'userId' | 'visitId' | 'level' | 'verifiedAt' | 'userAgent' | 'provider'> &
  Pick<UserAttributes, 'email' | 'language'> & {
    mustRotate: number;
    impersonatorId: number | null;
    impersonatorVerifiedAt: Instant | null;
    impersonatorEmail: string | null;
  };
/** Every request of somebody with a session asks this. A login that raced with the end of its account opens nothing. */
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
      if (now - (row.lastSeenAt ?? row.createdAt) >= seenEveryMs) {
        await write(({ tx }) => tx.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.id, id)));
      }
      const { userId, email, language, isSuperAdmin, mustRotate, ...attributes } = row;
      return [
        {
          id: secret,
          userId,
          expiresAt: never,
          attributes: { ...attributes, mustRotate: mustRotate === 1, network: '', replaces: null },
        },
        { id: userId, attributes: { email, language, isSuperAdmin: isSuperAdmin === 1 } },
      ];
    },
    async getUserSessions() {
      // Their true ids are unknown to us; `session-list.ts` shows what is known of them.
      return [];
    },
    async setSession({ id, userId, attributes }) {
      const { mustRotate: _, impersonatorEmail: __, network, replaces, ...stored } = attributes;
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

/** `write` is the shop's own, or does its verb in a work that has begun. */
function makeLucia(deps: Deps, write: Write = deps.write) {
  return new Lucia(adapter(deps, write), {
    sessionExpiresIn: new TimeSpan(lifetimeDays, 'd'),
    sessionCookie: { name: 'session', attributes: { sameSite: 'lax', secure: isHttps(deps) } },
    getSessionAttributes: (attributes) => attributes,
    getUserAttributes: ({ email, isSuperAdmin, language }) => ({ email, isSuperAdmin, language }),
  });
}

const isHttps = (deps: Deps) => deps.config.publicUrl.startsWith('https:');
const made = new WeakMap<Deps['read'], ReturnType<typeof makeLucia>>();
function luciaOf(deps: Deps) {
  const lucia = made.get(deps.read) ?? makeLucia(deps);
  made.set(deps.read, lucia);
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
  const { impersonatorId, impersonatorEmail } = session;
  const viewer = {
    userId: user.id,
    email: user.email,
    level: session.level,
    verifiedAt: session.verifiedAt ?? null,
    visitId: session.visitId,
    isSuperAdmin: verified && user.isSuperAdmin,
    language: verified ? user.language : null,
    sessionId,
    mustRotate: session.mustRotate,
    impersonator: impersonatorId ? { userId: impersonatorId, email: impersonatorEmail ?? '' } : null,
  };
  return { ...viewer, csrfToken: csrfTokenOf(deps, viewer) };
}

/** Of the person in this visit: a session that moves to a new id keeps it, so that an open form still works. */
const csrfTokenOf = (deps: Deps, { visitId, userId, level }: Pick<Viewer, 'visitId' | 'userId' | 'level'>) =>
  deps.signer.mac('csrf', `${visitId}|${userId}|${level}`);

type NewSession = {
  userId: number;
  level: 'unverified' | 'verified';
  /** How the person came in: `code`, `address`, a provider's name, `provider-impersonate`, or `return` from that. */
  provider: string;
  /** Of the session before; without it the one of the request's own session, or of a guest who is back, goes on. */
  visitId?: string;
  /** When the login was; now, unless the person returns to a login of before. */
  verifiedAt?: Instant | null;
  impersonator?: { userId: number; verifiedAt: Instant | null };
  /** Begins only while the request's own session still lives: a logout at the same moment wins. */
  onlyFromOwn?: boolean;
};

/** A session in the database. Its cookies follow when the work is committed, or they would open nothing. */
export type OpenedSession = { sessionId: string; setCookies: () => void };

/**
 * Begins a session, and sets its cookies. Answers the secret id.
 * @throws Problem UNAUTHORIZED when it should follow a session that is over by now
 */
export async function startSession(deps: Deps, context: AppContext, input: NewSession): Promise<string> {
  const { sessionId, setCookies } = await deps.write((work) => openSession(work, deps, context, input));
  setCookies();
  return sessionId;
}

/**
 * Begins a session in the same work as what allows it. Every login gets a new id, and the session that the request came
 * with ends, so an id that was known before the login opens nothing after it.
 * @throws Problem UNAUTHORIZED when it should follow a session that is over by now
 */
export async function openSession(
  work: Work,
  deps: Deps,
  context: AppContext,
  input: NewSession,
): Promise<OpenedSession> {
  const lucia = makeLucia(deps, (verb) => verb(work));
  const { viewer } = context.var;
  const isGuest = input.level === 'unverified';
  const continued = isGuest && !viewer ? await guestVisitOf(work, deps, context, input.userId) : null;
  const visitId = input.visitId ?? viewer?.visitId ?? continued?.visitId ?? secretToken(16);
  const session = await lucia.createSession(input.userId, {
    visitId,
    level: input.level,
    verifiedAt: input.level === 'verified' ? (input.verifiedAt === undefined ? work.now : input.verifiedAt) : null,
    userAgent: context.req.header('user-agent')?.slice(0, 200) ?? null,
    provider: input.provider,
    impersonatorId: input.impersonator?.userId ?? null,
    impersonatorVerifiedAt: input.impersonator?.verifiedAt ?? null,
    impersonatorEmail: null,
    mustRotate: false,
    network: context.var.clientAddress,
    replaces: viewer && input.onlyFromOwn ? hashOfSecret(viewer.sessionId) : null,
  });
  if (viewer) await closeSession(work, context, viewer);
  if (continued) await endContinued(work, continued);
  if (!isGuest) await endGuestVisit(work, deps, context);
  return {
    sessionId: session.id,
    setCookies: () => {
      setSessionCookies(deps, context, session.id, csrfTokenOf(deps, { ...input, visitId }));
      if (isGuest) setVisitCookie(deps, context, { visitId, userId: input.userId }, lifetimeDays);
      else takeVisitCookie(deps, context);
    },
  };
}

function setSessionCookies(deps: Deps, context: AppContext, sessionId: string, csrfToken: string): void {
  context.header('set-cookie', luciaOf(deps).createSessionCookie(sessionId).serialize(), { append: true });
  setCookie(context, csrfCookie, csrfToken, {
    path: '/',
    sameSite: 'Lax',
    secure: isHttps(deps),
    maxAge: days(lifetimeDays) / 1000,
  });
}

/**
 * Moves a session whose person got other rights to a new id. Of several requests at once the first moves it; the others
 * go on with the old id, which ends a minute later.
 */
export async function rotateSession(deps: Deps, context: AppContext, viewer: Viewer): Promise<Viewer> {
  const oldId = hashOfSecret(viewer.sessionId);
  const sessionId = secretToken(32);
  const moved = await deps.write(async ({ tx, now }) => {
    const [session] = await tx
      .select()
      .from(sessions)
      .where(and(eq(sessions.id, oldId), eq(sessions.mustRotate, true)));
    if (!session) return false;
    await tx
      .update(sessions)
      .set({ mustRotate: false, expiresAt: plus(now, rotationGraceMs) })
      .where(eq(sessions.id, oldId));
    await tx.insert(sessions).values({ ...session, id: hashOfSecret(sessionId), mustRotate: false, lastSeenAt: now });
    return true;
  });
  if (!moved) return { ...viewer, mustRotate: false };
  setSessionCookies(deps, context, sessionId, viewer.csrfToken);
  return { ...viewer, sessionId, mustRotate: false };
}

/** The person's rights changed: each of their sessions moves to a new id with its next request. */
export async function rotateSessionsOf({ tx }: Pick<Work, 'tx'>, userId: number): Promise<void> {
  await tx.update(sessions).set({ mustRotate: true }).where(eq(sessions.userId, userId));
}

/** Ends the session and takes its cookies away. */
export async function endSession(deps: Deps, context: AppContext, viewer: Viewer | null): Promise<void> {
  await deps.write(async (work) => {
    if (viewer) await closeSession(work, context, viewer);
    await endGuestVisit(work, deps, context);
  });
  takeSessionCookies(deps, context);
}

async function closeSession(work: Work, context: AppContext, viewer: Viewer): Promise<void> {
  await work.tx.delete(sessions).where(eq(sessions.id, hashOfSecret(viewer.sessionId)));
  if (!viewer.impersonator) return;
  await addAccountAudit(work, {
    userId: viewer.userId,
    actorId: viewer.impersonator.userId,
    type: 'ImpersonationEnded',
    network: context.var.clientAddress,
  });
}

/** Takes the cookies of a session that was ended on purpose. */
export function takeSessionCookies(deps: Deps, context: AppContext): void {
  forgetSession(deps, context);
  takeVisitCookie(deps, context);
}

/** Takes the cookies of a session that is over. A guest may come back to the visit by typing the address again. */
export function forgetSession(deps: Deps, context: AppContext): void {
  context.header('set-cookie', luciaOf(deps).createBlankSessionCookie().serialize(), { append: true });
  setCookie(context, csrfCookie, '', { path: '/', sameSite: 'Lax', secure: isHttps(deps), maxAge: 0 });
}

export async function forgetOldSessions({ tx, now }: Pick<Work, 'tx' | 'now'>): Promise<void> {
  const lastSeen = sql<number>`coalesce(${sessions.lastSeenAt}, ${sessions.createdAt})`;
  // A guest's session opens nothing any more when it is unused, but its visit may go on: `guest-visit.ts`.
  const isUnused = lte(lastSeen, now - days(8) - hours(1));
  const over = await tx
    .delete(sessions)
    .where(or(lte(sessions.expiresAt, now), and(eq(sessions.level, 'verified'), isUnused)))
    .returning({ userId: sessions.userId, impersonatorId: sessions.impersonatorId });
  for (const { userId, impersonatorId } of over) {
    if (impersonatorId === null) continue;
    await addAccountAudit(
      { tx, now },
      { userId, actorId: impersonatorId, type: 'ImpersonationEnded', comment: 'expired' },
    );
  }
}
