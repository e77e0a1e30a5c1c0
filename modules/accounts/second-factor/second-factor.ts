import { and, eq, isNotNull, lt } from 'drizzle-orm';
import type { Signer } from '#src/access/signer.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import { Problem } from '#src/kernel/problem.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { notifyPerson } from '../emails/send-mails.ts';
import { countTries, giveBackTries, triesOfFactor } from '../limits.ts';
import { readRecoveryCode } from '../rules/codes.ts';
import { refuse } from '../rules/problems.ts';
import { recoveryCodes, totps, users } from '../schema.ts';
import { addAccountAudit } from '../users/users.ts';
import { countRecoveryCodes, spendRecoveryCode } from './recovery-codes.ts';
import { openTotpSecret, sealTotpSecret, stepOfTotpCode } from './totp-code.ts';

export async function hasSecondFactor(reader: Reader | Tx, userId: number): Promise<boolean> {
  const [row] = await reader
    .select({ userId: totps.userId })
    .from(totps)
    .where(and(eq(totps.userId, userId), isNotNull(totps.enabledAt)));
  return row !== undefined;
}

export async function accountWithFactor(reader: Reader, email: string): Promise<number | null> {
  const [row] = await reader
    .select({ userId: totps.userId })
    .from(totps)
    .innerJoin(users, eq(users.id, totps.userId))
    .where(and(eq(users.email, email), isNotNull(totps.enabledAt)));
  return row?.userId ?? null;
}

type FactorInput = {
  userId: number;
  input: string;
  network: string;
  /** A wrong factor at a login is recorded: the mailbox may be compromised. */
  isLogin: boolean;
};

/** The attempt is counted before, in its own transaction. @throws Problem INVALID_TOTP_CODE, TOO_MANY_REQUESTS */
export async function withSecondFactor<T>(
  deps: Deps,
  factor: FactorInput,
  verb: (work: Work) => Promise<T>,
): Promise<T> {
  const tries = [[triesOfFactor, String(factor.userId)]] as const;
  await countTries(deps.write, tries, deps.config.limitFactor);
  const result = await deps
    .write(async (work) => {
      await spendFactor(work, deps.signer, factor);
      return verb(work);
    })
    .catch(async (error: unknown) => {
      if (factor.isLogin && error instanceof Problem && error.code === 'INVALID_TOTP_CODE') {
        await deps.write((work) => noteRefusal(work, factor));
      }
      throw error;
    });
  await giveBackTries(deps.write, tries);
  return result;
}

const noteRefusal = (work: Work, { userId, network }: FactorInput) =>
  addAccountAudit(work, { userId, actorId: null, type: 'LoginRefused', comment: 'second factor', network });

async function spendFactor(work: Work, signer: Signer, { userId, input, network }: FactorInput): Promise<void> {
  const { tx, now } = work;
  const [totp] = await tx
    .select()
    .from(totps)
    .where(and(eq(totps.userId, userId), isNotNull(totps.enabledAt)));
  if (!totp) return refuse('INVALID_TOTP_CODE', { reason: 'notEnabled' });
  const recoveryCode = readRecoveryCode(input);
  if (recoveryCode !== null) {
    if (!(await spendRecoveryCode(work, signer, userId, recoveryCode))) refuse('INVALID_TOTP_CODE');
    await addAccountAudit(work, { userId, actorId: userId, type: 'RecoveryCodeUsed', network });
    const left = await countRecoveryCodes(tx, userId);
    await notifyPerson(work, userId, { type: 'RecoveryCodeUsed', params: { at: now, left } });
    return;
  }
  const secret = openTotpSecret(signer, userId, totp.sealedSecret) ?? refuse('INVALID_TOTP_CODE');
  const step = stepOfTotpCode(secret, input, now, totp.lastStep) ?? refuse('INVALID_TOTP_CODE');
  const used = await tx
    .update(totps)
    // Seals with the current secret of the installation, in case it was sealed with the previous one.
    .set({ lastStep: step, sealedSecret: sealTotpSecret(signer, userId, secret) })
    .where(and(eq(totps.userId, userId), isNotNull(totps.enabledAt), lt(totps.lastStep, step)))
    .returning({ userId: totps.userId });
  if (used.length === 0) refuse('INVALID_TOTP_CODE');
}

/** So that no person is locked out when the operator drops the previous secret. Returns the number of people. */
export async function removeUnreadableFactors(work: Work, signer: Signer): Promise<number> {
  const all = await work.tx.select({ userId: totps.userId, sealed: totps.sealedSecret }).from(totps);
  const unreadable = all.filter(({ userId, sealed }) => openTotpSecret(signer, userId, sealed) === null);
  for (const { userId } of unreadable) {
    await work.tx.delete(totps).where(eq(totps.userId, userId));
    await work.tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
    await addAccountAudit(work, { userId, actorId: null, type: 'TotpDisabled', comment: 'secret accepted' });
    await notifyPerson(work, userId, { type: 'TotpDisabled', params: { at: work.now } });
  }
  return unreadable.length;
}
