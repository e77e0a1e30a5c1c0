import { eq } from 'drizzle-orm';
import * as z from 'zod';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import { type CalendarDate, isCalendarDate, minutes } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { AppContext } from '#src/web/http.ts';
import { hashOfSecret } from '../browser-secrets.ts';
import { forgetCookie, identityCookie, setIdentityCookie } from '../providers/cookies.ts';
import type { KnownPerson } from '../providers/known-person.ts';
import { isProviderName, type ProviderName } from '../providers/provider-settings.ts';
import { pendingLogins, users } from '../schema.ts';
import { isOpenStep, saveStep } from '../sessions/pending-login.ts';
import { fillProfile, joinIdentity } from './join-identity.ts';

/** The profile travels encrypted in the cookie, so that nothing is stored for visitors who never return. */
const pendingMs = minutes(15);
const purpose = 'login-identity';

const profileSchema = z.object({
  email: z.string().nullable(),
  firstname: z.string().nullable(),
  lastname: z.string().nullable(),
  birthDate: z.custom<CalendarDate>((value) => typeof value === 'string' && isCalendarDate(value)).nullable(),
});
type PendingIdentity = z.output<typeof profileSchema> & { id: string; provider: ProviderName; subject: string };

export async function savePendingIdentity(
  deps: Deps,
  context: AppContext,
  { provider, person, target }: { provider: ProviderName; person: KnownPerson; target: string },
): Promise<void> {
  const login = { step: 'mailbox', provider, subject: person.subject, target } as const;
  const secret = await saveStep(deps, login, pendingMs);
  const { email, firstname, lastname, birthDate } = person;
  const profile = Buffer.from(JSON.stringify({ email, firstname, lastname, birthDate })).toString('base64url');
  setIdentityCookie(deps, context, `${secret}.${profile}.${deps.signer.mac(purpose, `${secret}.${profile}`)}`);
}

/** Null when there is none or it has expired. */
export async function pendingIdentityOf(
  deps: Deps,
  context: AppContext,
  reader: Reader | Tx = deps.read,
): Promise<PendingIdentity | null> {
  const [secret = '', profile = '', mac = ''] = (identityCookie(context) ?? '').split('.');
  if (secret === '' || !deps.signer.verify(purpose, `${secret}.${profile}`, mac)) return null;
  const [row] = await reader
    .select()
    .from(pendingLogins)
    .where(isOpenStep('mailbox', hashOfSecret(secret), deps.clock()));
  if (!row?.subject || !isProviderName(row.provider)) return null;
  const parsed = profileSchema.safeParse(JSON.parse(Buffer.from(profile, 'base64url').toString()));
  return parsed.success ? { ...parsed.data, id: row.id, provider: row.provider, subject: row.subject } : null;
}

/** Works once. Returns whether an identity waited, so that the caller deletes the cookie. */
export async function joinPendingIdentity(
  work: Work,
  deps: Deps,
  context: AppContext,
  userId: number,
): Promise<boolean> {
  const pending = await pendingIdentityOf(deps, context, work.tx);
  if (pending) await join(work, pending, userId, context.var.clientAddress);
  return pending !== null;
}

async function join(work: Work, pending: PendingIdentity, userId: number, network: string): Promise<void> {
  const { tx, now } = work;
  const used = await tx
    .update(pendingLogins)
    .set({ usedAt: now })
    .where(isOpenStep('mailbox', pending.id, now))
    .returning({ createdAt: pendingLogins.createdAt });
  const [user] = await tx.select().from(users).where(eq(users.id, userId));
  if (!used[0] || !user || user.deletedAt) return;
  // A new account has no owner to warn.
  const isNew = user.verifiedAt === null || user.verifiedAt >= used[0].createdAt;
  const { provider, subject } = pending;
  const joined = await joinIdentity(work, { provider, subject, userId, notifyOwner: !isNew, network });
  if (joined && isNew) await fillProfile(work, userId, pending);
}

export async function dropPendingIdentity(deps: Deps, context: AppContext): Promise<void> {
  const pending = await pendingIdentityOf(deps, context);
  if (pending) {
    await deps.write(({ tx, now }) =>
      tx.update(pendingLogins).set({ usedAt: now }).where(eq(pendingLogins.id, pending.id)),
    );
  }
  forgetCookie(context, 'identity');
}
