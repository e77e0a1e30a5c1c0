import { and, count, desc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Reader } from '#src/data/database.ts';
import type { ListSource } from '#src/web/list/find.ts';
import { contains } from '#src/web/list/query.ts';
import { accountAudits, identities, sessions, totps, users } from '../schema.ts';
import type { User } from '../users/users.ts';

const named = sql`coalesce(${users.firstname}, '') || ' ' || coalesce(${users.lastname}, '')`;
/** Without deleted accounts and desk buyers, which have no address. */
export const userSource: ListSource = {
  id: users.id,
  fields: {
    id: { column: users.id, kind: 'number' },
    email: { column: users.email, kind: 'text' },
    firstname: { column: users.firstname, kind: 'text' },
    lastname: { column: users.lastname, kind: 'text' },
    isSuperAdmin: { column: users.isSuperAdmin, kind: 'boolean' },
    createdAt: { column: users.createdAt, kind: 'instant' },
  },
  scope: and(isNull(users.deletedAt), contains(users.email, '@')),
  search: (q) => or(contains(users.email, q), contains(named, q)),
  order: [desc(users.id)],
};

export const readUsers = (reader: Reader, where: SQL): PromiseLike<User[]> => reader.select().from(users).where(where);

export type AccountAudit = typeof accountAudits.$inferSelect & { actorEmail: string | null };
export type UserDetails = {
  hasSecondFactor: boolean;
  providers: string[];
  sessionCount: number;
  audits: AccountAudit[];
};

export async function detailsOf(reader: Reader, userId: number): Promise<UserDetails> {
  const [factor] = await reader.select().from(totps).where(eq(totps.userId, userId));
  const joined = await reader.select().from(identities).where(eq(identities.userId, userId));
  const [counted] = await reader.select({ count: count() }).from(sessions).where(eq(sessions.userId, userId));
  const audits = await reader
    .select({ audit: accountAudits, actorEmail: users.email })
    .from(accountAudits)
    .leftJoin(users, eq(users.id, accountAudits.actorId))
    .where(eq(accountAudits.userId, userId))
    .orderBy(desc(accountAudits.id))
    .limit(200);
  return {
    hasSecondFactor: factor?.enabledAt != null,
    providers: joined.map(({ provider }) => provider),
    sessionCount: counted?.count ?? 0,
    audits: audits.map(({ audit, actorEmail }) => ({ ...audit, actorEmail })),
  };
}
