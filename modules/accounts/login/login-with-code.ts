import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Reader } from '#src/data/database.ts';
import { noteWrongGuess } from '#src/data/guess-alarm.ts';
import type { Work } from '#src/data/work.ts';
import { days, type Instant, plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Locale } from '#src/texts/locale.ts';
import { askingTries, type CountedTry, countTries, giveBackTries, shortCodeTries, triesPerNetwork } from '../limits.ts';
import { isLongCode, loginCodePurpose, loginCodeText, readLoginCode, triesPerCode } from '../rules/codes.ts';
import { refuse } from '../rules/problems.ts';
import { loginCodes } from '../schema.ts';
import { accountWithFactor, withSecondFactor } from '../second-factor/second-factor.ts';
import { findOrCreateUser, proveMailbox } from '../users/users.ts';
import { triesKeyOf } from './known-device.ts';

type CodeLogin = {
  /** Normalized. */
  email: string;
  code: string;
  language: Locale;
  clientAddress: string;
  browser: string | null;
  /** The account, when this browser logged in to it before. */
  knownAs?: number | null;
  /** For clients that send both factors in one call; empty for none. Pages ask afterwards (`finishLogin`). */
  secondFactor?: string;
};

/**
 * Proves a mailbox by a mailed code and runs `then` in the same transaction, so that codes are only used up with their
 * purpose. The attempt is counted before the comparison in its own transaction, so parallel guessing gains nothing; of
 * two correct answers one wins. A wrong second factor only costs the attempt.
 * @throws Problem INVALID_CODE (wrong, used, too old, or five attempts made), INVALID_TOTP_CODE, TOO_MANY_REQUESTS
 */
export async function loginWithCode<T>(
  deps: Deps,
  input: CodeLogin,
  then: (work: Work, userId: number) => Promise<T>,
): Promise<T> {
  const { write, signer } = deps;
  const { email, language, clientAddress, secondFactor } = input;
  const code = readLoginCode(input.code);
  const { candidates, tries } = await countTryOf(deps, input, code);
  const text = loginCodeText(email, code ?? refuse('INVALID_CODE'));
  const right = candidates.find(({ codeMac }) => signer.verify(loginCodePurpose, text, codeMac));
  if (!right) await noteWrongGuess(deps, 'login');
  const { id } = right ?? refuse('INVALID_CODE');
  const use = async (work: Work) => then(work, await useCode(work, id, email, language));
  const guarded = secondFactor === undefined ? null : await accountWithFactor(deps.read, email);
  if (guarded !== null && !secondFactor?.trim()) refuse('INVALID_TOTP_CODE', { reason: 'missing' });
  const factor = { input: secondFactor ?? '', network: clientAddress, isLogin: true };
  const result =
    guarded === null ? await write(use) : await withSecondFactor(deps, { ...factor, userId: guarded }, use);
  const requestTries = [
    ...askingTries(clientAddress, input.browser, email),
    ...shortCodeTries(clientAddress, triesKeyOf(email, input.knownAs)),
  ];
  await giveBackTries(write, [...tries, ...requestTries]);
  return result;
}

type Candidate = Pick<typeof loginCodes.$inferSelect, 'id' | 'codeMac'>;
type Tried = { candidates: readonly Candidate[]; tries: readonly CountedTry[] };

/**
 * Counts the attempt and returns the codes to compare. A browser that requested a code has its own code and attempts.
 * Other clients get the codes open to clients without cookies, with separate attempts and the limit of the network.
 * Long codes cannot be guessed, so they are not counted.
 */
async function countTryOf(deps: Deps, input: CodeLogin, code: string | null): Promise<Tried> {
  const { read, write, config, clock } = deps;
  const { email, browser, clientAddress } = input;
  if (code !== null && isLongCode(code)) return { candidates: await longCodes(read, email, clock()), tries: [] };
  const own = browser === null ? null : await write((work) => countTryOfOwnCode(work, email, browser));
  if (own) return { candidates: own, tries: [] };
  const tries = [[triesPerNetwork, clientAddress]] as const;
  await countTries(write, tries, config.limitFactor);
  return { candidates: await write((work) => countTryOfOpenCodes(work, email)), tries };
}

const isLiving = (email: string, now: Instant, isLong = false) =>
  and(
    eq(loginCodes.email, email),
    eq(loginCodes.isLong, isLong),
    isNull(loginCodes.usedAt),
    gt(loginCodes.expiresAt, now),
  );

const longCodes = (read: Reader, email: string, now: Instant): Promise<Candidate[]> =>
  read
    .select({ id: loginCodes.id, codeMac: loginCodes.codeMac })
    .from(loginCodes)
    .where(isLiving(email, now, true));

/** Null when this browser has no valid code; empty when its attempts are used up. */
async function countTryOfOwnCode({ tx, now }: Work, email: string, browser: string): Promise<Candidate[] | null> {
  const isOwn = and(isLiving(email, now), eq(loginCodes.browserHash, browser));
  const counted = await tx
    .update(loginCodes)
    .set({ attempts: sql`${loginCodes.attempts} + 1` })
    .where(and(isOwn, lt(loginCodes.attempts, triesPerCode)))
    .returning({ id: loginCodes.id, codeMac: loginCodes.codeMac });
  if (counted.length > 0) return counted;
  const [spent] = await tx.select({ id: loginCodes.id }).from(loginCodes).where(isOwn);
  return spent ? [] : null;
}

const countTryOfOpenCodes = ({ tx, now }: Work, email: string): Promise<Candidate[]> =>
  tx
    .update(loginCodes)
    .set({ openAttempts: sql`${loginCodes.openAttempts} + 1` })
    .where(and(isLiving(email, now), lt(loginCodes.openAttempts, triesPerCode)))
    .returning({ id: loginCodes.id, codeMac: loginCodes.codeMac });

async function useCode(work: Work, codeId: number, email: string, language: Locale): Promise<number> {
  const { tx, now } = work;
  const used = await tx
    .update(loginCodes)
    .set({ usedAt: now })
    .where(and(eq(loginCodes.id, codeId), isNull(loginCodes.usedAt)))
    .returning({ id: loginCodes.id });
  if (used.length === 0) refuse('INVALID_CODE');
  const { id } = await findOrCreateUser(work, email, { language });
  await proveMailbox(work, id, language);
  return id;
}

export async function forgetOldCodes({ tx, now }: Work): Promise<void> {
  await tx.delete(loginCodes).where(lt(loginCodes.expiresAt, plus(now, -days(1))));
}
