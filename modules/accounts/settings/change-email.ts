import { and, eq, gt, lt, sql } from 'drizzle-orm';
import type { Viewer } from '#src/access/viewer.ts';
import type { Work } from '#src/data/work.ts';
import { randomDigits, secretToken } from '#src/kernel/ids.ts';
import { days, plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Locale } from '#src/texts/locale.ts';
import { sendAtOnce } from '../emails/send-mails.ts';
import { countTries, emailChangeCodeTries, emailChangeTries } from '../limits.ts';
import { codeLivesMs, readLoginCode, triesPerCode } from '../rules/codes.ts';
import { userEmailChanged } from '../rules/facts.ts';
import { refuse } from '../rules/problems.ts';
import { emailChanges, users } from '../schema.ts';
import { allThatOpens, endOtherSessions, endSessions } from '../sessions/end-sessions.ts';
import { rotateSessionsOf } from '../sessions/rotate-session.ts';
import { addAccountAudit, userById } from '../users/users.ts';

const codePurpose = 'email-change';
const codeText = (userId: number, newEmail: string, code: string) => `${userId}|${newEmail}|${code}`;

type EmailChangeRequest = { viewer: Viewer; newEmail: string; language: Locale; clientAddress: string };

/** Does not reveal other accounts. @throws Problem TOO_MANY_REQUESTS, MAIL_DELIVERY_ERROR, VALIDATION_FAILED */
export async function requestEmailChange(
  deps: Deps,
  { viewer, newEmail, language, clientAddress }: EmailChangeRequest,
) {
  if (newEmail === viewer.email) refuse('VALIDATION_FAILED', { fields: { newEmail: ['sameEmail'] } });
  await countTries(deps.write, emailChangeTries(clientAddress, viewer.userId, newEmail), deps.config.limitFactor);
  const mailKey = await deps.write(async (work) => {
    const code = randomDigits(6);
    const row = {
      userId: viewer.userId,
      newEmail,
      codeMac: deps.signer.mac(codePurpose, codeText(viewer.userId, newEmail, code)),
      attempts: 0,
      createdAt: work.now,
      expiresAt: plus(work.now, codeLivesMs),
    };
    await work.tx.insert(emailChanges).values(row).onConflictDoUpdate({ target: emailChanges.userId, set: row });
    const uniqueKey = `email-change|${viewer.userId}|${secretToken(9)}`;
    await work.post({
      type: 'EmailChangeCode',
      uniqueKey,
      recipient: newEmail,
      locale: language,
      params: { code, expiresAt: row.expiresAt },
      priority: 1,
      expiresAt: row.expiresAt,
    });
    return uniqueKey;
  });
  await sendAtOnce(deps, mailKey);
}

export async function awaitedEmail({ read, clock }: Deps, userId: number): Promise<string | null> {
  const [change] = await read
    .select({ newEmail: emailChanges.newEmail })
    .from(emailChanges)
    .where(and(eq(emailChanges.userId, userId), gt(emailChanges.expiresAt, clock())));
  return change?.newEmail ?? null;
}

/** Ends all other sessions. @throws Problem INVALID_CODE, TOO_MANY_REQUESTS, RESOURCE_IN_USE */
export async function confirmEmailChange(deps: Deps, viewer: Viewer, input: string): Promise<{ email: string }> {
  await countTries(deps.write, emailChangeCodeTries(viewer.userId), deps.config.limitFactor);
  const code = readLoginCode(input) ?? refuse('INVALID_CODE');
  // Counted in its own transaction, so that a wrong attempt stays counted.
  const [change] = await deps.write(({ tx, now }) =>
    tx
      .update(emailChanges)
      .set({ attempts: sql`${emailChanges.attempts} + 1` })
      .where(
        and(
          eq(emailChanges.userId, viewer.userId),
          gt(emailChanges.expiresAt, now),
          lt(emailChanges.attempts, triesPerCode),
        ),
      )
      .returning(),
  );
  if (!change) return refuse('INVALID_CODE');
  const { newEmail, codeMac } = change;
  if (!deps.signer.verify(codePurpose, codeText(viewer.userId, newEmail, code), codeMac)) refuse('INVALID_CODE');
  await deps.write(async (work) => {
    const used = await work.tx
      .delete(emailChanges)
      .where(and(eq(emailChanges.userId, viewer.userId), eq(emailChanges.codeMac, codeMac)))
      .returning({ userId: emailChanges.userId });
    if (used.length === 0) refuse('INVALID_CODE');
    await moveToEmail(work, { userId: viewer.userId, newEmail, actorId: viewer.userId, isProven: true });
    await endOtherSessions(work, viewer);
    await rotateSessionsOf(work, viewer.userId);
  });
  return { email: newEmail };
}

/**
 * A super admin changes the address of a person who lost the old mailbox. The new one is unproven until the next login,
 * and all sessions end. Not for super admins: the owner of the new mailbox could act with their rights. They change it
 * themselves or are created anew by the command.
 * @throws Problem NOT_FOUND, NO_PERMISSION, RESOURCE_IN_USE
 */
export async function changeEmailOf(
  work: Work,
  input: { userId: number; newEmail: string; actorId: number },
): Promise<void> {
  const user = await userById(work.tx, input.userId);
  if (user?.isSuperAdmin) refuse('NO_PERMISSION', { reason: 'superAdmin' });
  await moveToEmail(work, { ...input, isProven: false });
  await endSessions(work, allThatOpens(input.userId), { comment: 'the account moved' });
}

type Move = { userId: number; newEmail: string; actorId: number; isProven: boolean };

async function moveToEmail(work: Work, { userId, newEmail, actorId, isProven }: Move): Promise<void> {
  const { tx, now } = work;
  const user = (await userById(tx, userId)) ?? refuse('NOT_FOUND');
  if (user.deletedAt !== null) refuse('NOT_FOUND');
  const [taken] = await tx.select({ id: users.id }).from(users).where(eq(users.email, newEmail));
  if (taken) refuse('RESOURCE_IN_USE', { resource: 'email' });
  await tx
    .update(users)
    .set({ email: newEmail, verifiedAt: isProven ? now : null })
    .where(eq(users.id, userId));
  await addAccountAudit(work, { userId, actorId, type: 'EmailChanged' });
  await work.announce(userEmailChanged({ userId, before: user.email }));
  for (const recipient of [user.email, ...(isProven ? [] : [newEmail])]) {
    await work.post({
      type: 'EmailChanged',
      // Before papers, which take longer.
      priority: 2,
      uniqueKey: `email-changed|${userId}|${now}|${recipient === newEmail ? 'new' : 'old'}`,
      recipient,
      locale: user.language ?? 'de',
      params: { newEmail },
      // The text contains an address and is not needed after sending.
      expiresAt: plus(now, days(3)),
    });
  }
}
