import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import type { Reader } from '#src/data/database.ts';
import { mails } from '#src/data/schema.ts';
import { toIso, toIsoOrNull } from '#src/kernel/time.ts';
import type { PersonalData } from '#src/runtime/module.ts';
import { addressShape } from '../address-answer.ts';
import { refuse } from '../rules/problems.ts';
import {
  accountAudits,
  emailChanges,
  identities,
  loginCodes,
  pendingLogins,
  recoveryCodes,
  sessions,
  totps,
  users,
} from '../schema.ts';
import { allThatOpens, endSessions } from '../sessions/end-sessions.ts';
import { addAccountAudit, userById } from '../users/users.ts';

/** Without secrets and MACs. */
async function collect(reader: Reader, userId: number): Promise<Record<string, unknown>> {
  const user = (await userById(reader, userId)) ?? refuse('NOT_FOUND');
  const joined = await reader.select().from(identities).where(eq(identities.userId, userId));
  const here = await reader.select().from(sessions).where(eq(sessions.userId, userId));
  const [factor] = await reader.select().from(totps).where(eq(totps.userId, userId));
  const audits = await reader
    .select()
    .from(accountAudits)
    .where(eq(accountAudits.userId, userId))
    .orderBy(asc(accountAudits.id));
  const sent = await reader.select().from(mails).where(eq(mails.recipient, user.email)).orderBy(desc(mails.id));
  return {
    account: {
      id: user.id,
      email: user.email,
      firstname: user.firstname,
      lastname: user.lastname,
      gender: user.gender,
      birthDate: user.birthDate,
      nationalityCountryCode: user.nationalityCountryCode,
      contactAddress: addressShape(user.contactAddress),
      language: user.language,
      termsAcceptedAt: toIsoOrNull(user.termsAcceptedAt),
      verifiedAt: toIsoOrNull(user.verifiedAt),
      createdAt: toIso(user.createdAt),
      isSuperAdmin: user.isSuperAdmin,
    },
    secondFactor: { enabledAt: toIsoOrNull(factor?.enabledAt ?? null) },
    providers: joined.map(({ provider, subject, createdAt, lastUsedAt }) => ({
      provider,
      subject,
      createdAt: toIso(createdAt),
      lastUsedAt: toIso(lastUsedAt),
    })),
    sessions: here.map(({ provider, userAgent, createdAt, lastSeenAt, expiresAt }) => ({
      provider,
      userAgent,
      createdAt: toIso(createdAt),
      lastSeenAt: toIsoOrNull(lastSeenAt),
      expiresAt: toIso(expiresAt),
    })),
    history: audits.map(({ type, comment, network, createdAt }) => ({
      type,
      comment,
      network,
      createdAt: toIso(createdAt),
    })),
    mails: sent.map(({ type, status, createdAt, sentAt }) => ({
      type,
      status,
      createdAt: toIso(createdAt),
      sentAt: toIsoOrNull(sentAt),
    })),
  };
}

export const accountData: PersonalData = {
  collect,
  /** Retained orders still reference the account. @throws Problem RESOURCE_IN_USE for the last super admin */
  async erase(work, userId) {
    const { tx, now } = work;
    const user = (await userById(tx, userId)) ?? refuse('NOT_FOUND');
    if (user.isSuperAdmin) {
      const admins = await tx.select({ id: users.id }).from(users).where(eq(users.isSuperAdmin, true));
      if (admins.length === 1) refuse('RESOURCE_IN_USE', { resource: 'lastSuperAdmin' });
    }
    await endSessions(work, allThatOpens(userId), { comment: 'the account is gone' });
    for (const table of [identities, recoveryCodes, totps, emailChanges, pendingLogins]) {
      await tx.delete(table).where(eq(table.userId, userId));
    }
    await tx.delete(loginCodes).where(eq(loginCodes.email, user.email));
    // Mails of an order stay with it.
    await tx.delete(mails).where(and(eq(mails.recipient, user.email), isNull(mails.orderId)));
    await tx
      .update(users)
      .set({
        email: `deleted-${userId}`,
        firstname: null,
        lastname: null,
        gender: null,
        birthDate: null,
        nationalityCountryCode: null,
        contactAddress: null,
        isSuperAdmin: false,
        language: null,
        termsAcceptedAt: null,
        verifiedAt: null,
        deletedAt: now,
      })
      .where(eq(users.id, userId));
    await addAccountAudit(work, { userId, actorId: userId, type: 'AccountDeleted' });
    await work.post({
      type: 'AccountDeleted',
      uniqueKey: `account-deleted|${userId}`,
      recipient: user.email,
      locale: user.language ?? 'de',
      params: {},
    });
  },
};
