import { and, eq, sql } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import type { Locale } from '#src/texts/locale.ts';
import { notifyPerson } from '../emails/send-mails.ts';
import type { KnownPerson, Profile } from '../providers/known-person.ts';
import type { ProviderName } from '../providers/provider-settings.ts';
import { identities, users } from '../schema.ts';
import { addAccountAudit, findOrCreateUser, proveMailbox } from '../users/users.ts';

export type Recognized =
  | { kind: 'account'; userId: number }
  | { kind: 'mailbox' }
  /** The account was deleted. */
  | { kind: 'deleted' };

type Login = { provider: ProviderName; person: KnownPerson; language: Locale; network: string };

/** Finds the account of a login: by the joined identity, else by an address that the provider is trusted for. */
export async function recognizePerson(work: Work, login: Login): Promise<Recognized> {
  const { tx, now } = work;
  const { provider, person } = login;
  const [known] = await tx
    .select({ id: identities.id, userId: identities.userId, deletedAt: users.deletedAt })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(and(eq(identities.provider, provider), eq(identities.subject, person.subject)));
  if (known?.deletedAt) return { kind: 'deleted' };
  if (known) {
    await tx.update(identities).set({ lastUsedAt: now }).where(eq(identities.id, known.id));
    return { kind: 'account', userId: known.userId };
  }
  if (!person.email || !person.isEmailTrusted) return { kind: 'mailbox' };
  return joinByAddress(work, person.email, login);
}

async function joinByAddress(work: Work, email: string, login: Login): Promise<Recognized> {
  const { tx } = work;
  const { provider, person, language, network } = login;
  const [before] = await tx.select().from(users).where(eq(users.email, email));
  if (before?.deletedAt) return { kind: 'deleted' };
  // Super admins always need the mailed code.
  if (before?.isSuperAdmin) return { kind: 'mailbox' };
  const { id: userId } = await findOrCreateUser(work, email, { language });
  const isNew = await proveMailbox(work, userId, language);
  if (isNew) await fillProfile(work, userId, person);
  await joinIdentity(work, { provider, subject: person.subject, userId, notifyOwner: before !== undefined, network });
  return { kind: 'account', userId };
}

/** Keeps values that the person entered. */
export async function fillProfile({ tx }: Pick<Work, 'tx'>, userId: number, profile: Profile): Promise<void> {
  const { firstname, lastname, birthDate } = profile;
  await tx
    .update(users)
    .set({
      firstname: sql`coalesce(${users.firstname}, ${firstname})`,
      lastname: sql`coalesce(${users.lastname}, ${lastname})`,
      birthDate: sql`coalesce(${users.birthDate}, ${birthDate})`,
    })
    .where(eq(users.id, userId));
}

type NewIdentity = {
  provider: ProviderName;
  subject: string;
  userId: number;
  /** Whether the account existed before and its owner must be warned. */
  notifyOwner: boolean;
  network: string;
};

/** An identity stays with its first account. Returns whether it joined. */
export async function joinIdentity(work: Work, input: NewIdentity): Promise<boolean> {
  const { provider, subject, userId, notifyOwner, network } = input;
  const { tx, now } = work;
  const [joined] = await tx
    .insert(identities)
    .values({ provider, subject, userId, createdAt: now, lastUsedAt: now })
    .onConflictDoNothing({ target: [identities.provider, identities.subject] })
    .returning({ id: identities.id });
  if (!joined) return false;
  await addAccountAudit(work, { userId, actorId: userId, type: 'IdentityJoined', comment: provider, network });
  if (notifyOwner) await notifyPerson(work, userId, { type: 'MailIdentityJoined', params: { provider } });
  return true;
}
