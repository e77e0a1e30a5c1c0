import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import { days, plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/platform/deps.ts';
import type { Locale } from '#src/platform/locale.ts';
import type { Work } from '#src/platform/work.ts';
import { codeTries, countTries, giveBackTries, triesPerEmail, triesPerNetwork } from '../limits.ts';
import { loginCodePurpose, loginCodeText, readLoginCode, triesPerCode } from '../rules/login-code.ts';
import { refuse } from '../rules/problems.ts';
import { loginCodes } from '../schema.ts';
import { accountWithFactor, withSecondFactor } from '../second-factor/second-factor.ts';
import { proveMailbox } from '../users/prove-mailbox.ts';
import { findOrCreateUser } from '../users/users.ts';
import { triesKeyOf } from './known-device.ts';

type CodeLogin = {
  /** Normalized. */
  email: string;
  /** As typed. */
  code: string;
  language: Locale;
  clientAddress: string;
  /** The account, when this browser logged in to it before: its tries are counted apart from those of strangers. */
  knownAs?: number | null;
  /**
   * As typed by a client that shows both factors in one call, empty when it shows none. Left out by the pages, which ask
   * for it afterwards (`finishLogin`).
   */
  secondFactor?: string;
};

/**
 * Proves a mailbox by the newest code sent to it, and does in the same transaction what `then` says, so that neither the
 * code nor a recovery code is lost without what it was for. The try is counted before the comparison and in its own write, so
 * guessing in parallel gains nothing; of two right answers at the same moment one wins. A wrong second factor leaves the
 * code as it was, apart from the try.
 * @throws Problem INVALID_CODE (wrong, used, too old, or five tries made), INVALID_TOTP_CODE, TOO_MANY_REQUESTS
 */
export async function loginWithCode<T>(
  deps: Deps,
  input: CodeLogin,
  then: (work: Work, userId: number) => Promise<T>,
): Promise<T> {
  const { write, signer, config } = deps;
  const { email, language, clientAddress, secondFactor } = input;
  const who = triesKeyOf(email, input.knownAs);
  const tries = [
    [triesPerNetwork, clientAddress],
    [triesPerEmail, who],
  ] as const;
  await countTries(write, tries, config.limitFactor);
  const code = readLoginCode(input.code) ?? refuse('INVALID_CODE');
  const candidate = (await write((work) => countTryOfNewestCode(work, email))) ?? refuse('INVALID_CODE');
  if (!signer.verify(loginCodePurpose, loginCodeText(email, code), candidate.codeMac)) refuse('INVALID_CODE');
  const use = async (work: Work) => then(work, await useCode(work, candidate.id, email, language));
  const guarded = secondFactor === undefined ? null : await accountWithFactor(deps.read, email);
  if (guarded !== null && !secondFactor?.trim()) refuse('INVALID_TOTP_CODE', { reason: 'missing' });
  const factor = { input: secondFactor ?? '', network: clientAddress, isLogin: true };
  const result =
    guarded === null ? await write(use) : await withSecondFactor(deps, { ...factor, userId: guarded }, use);
  await giveBackTries(write, [...tries, ...codeTries(clientAddress, who)]);
  return result;
}

const newestCodeOf = (email: string) =>
  sql`(select id from ${loginCodes} newest where newest.email = ${email} order by newest.id desc limit 1)`;

async function countTryOfNewestCode({ tx, now }: Work, email: string) {
  const [code] = await tx
    .update(loginCodes)
    .set({ attempts: sql`${loginCodes.attempts} + 1` })
    .where(
      and(
        eq(loginCodes.id, newestCodeOf(email)),
        isNull(loginCodes.usedAt),
        gt(loginCodes.expiresAt, now),
        lt(loginCodes.attempts, triesPerCode),
      ),
    )
    .returning({ id: loginCodes.id, codeMac: loginCodes.codeMac });
  return code ?? null;
}

async function useCode(work: Work, codeId: number, email: string, language: Locale): Promise<number> {
  const { tx, now } = work;
  const used = await tx
    .update(loginCodes)
    .set({ usedAt: now })
    .where(and(eq(loginCodes.id, codeId), eq(loginCodes.id, newestCodeOf(email)), isNull(loginCodes.usedAt)))
    .returning({ id: loginCodes.id });
  if (used.length === 0) refuse('INVALID_CODE');
  const { id } = await findOrCreateUser(work, email, { language });
  await proveMailbox(work, id, language);
  return id;
}

/** Codes that can no longer be used, a day after they ended. */
export async function forgetOldCodes({ tx, now }: Work): Promise<void> {
  await tx.delete(loginCodes).where(lt(loginCodes.expiresAt, plus(now, -days(1))));
}
