import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Viewer } from '#src/access/viewer.ts';
import type { Work } from '#src/data/work.ts';
import { type Instant, minutes, plus } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { notifyPerson } from '../emails/send-mails.ts';
import { countTries, giveBackTries, triesOfFactor } from '../limits.ts';
import { refuse } from '../rules/problems.ts';
import { recoveryCodes, totps } from '../schema.ts';
import { endOtherSessions } from '../sessions/end-sessions.ts';
import { rotateSessionsOf } from '../sessions/rotate-session.ts';
import { addAccountAudit } from '../users/users.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { hasSecondFactor, withSecondFactor } from './second-factor.ts';
import { newTotpSecret, openTotpSecret, sealTotpSecret, stepOfTotpCode, totpAddress } from './totp-code.ts';

const setUpMs = minutes(10);

type TotpSecret = { otpauthUri: string; secret: string };
type Person = { userId: number; email: string };

const shape = (i18n: Translator, { email }: Person, secret: string): TotpSecret => ({
  otpauthUri: totpAddress(i18n.t('ui.product.name'), email, secret),
  secret,
});

/** Active once a code confirms it within ten minutes. @throws Problem RESOURCE_IN_USE when one is enabled */
export async function beginTotp(deps: Deps, i18n: Translator, person: Person): Promise<TotpSecret> {
  const secret = newTotpSecret();
  const sealedSecret = sealTotpSecret(deps.signer, person.userId, secret);
  const begun = await deps.write(({ tx, now }) =>
    tx
      .insert(totps)
      .values({ userId: person.userId, sealedSecret, createdAt: now })
      .onConflictDoUpdate({
        target: totps.userId,
        set: { sealedSecret, createdAt: now, lastStep: 0 },
        setWhere: sql`${totps.enabledAt} is null`,
      })
      .returning({ userId: totps.userId }),
  );
  if (begun.length === 0) refuse('RESOURCE_IN_USE', { resource: 'totp' });
  return shape(i18n, person, secret);
}

const isBeingSetUp = (userId: number, now: Instant) =>
  and(eq(totps.userId, userId), isNull(totps.enabledAt), gt(totps.createdAt, plus(now, -setUpMs)));

export async function begunTotp(deps: Deps, i18n: Translator, person: Person): Promise<TotpSecret | null> {
  const [row] = await deps.read.select().from(totps).where(isBeingSetUp(person.userId, deps.clock()));
  const secret = row ? openTotpSecret(deps.signer, person.userId, row.sealedSecret) : null;
  return secret === null ? null : shape(i18n, person, secret);
}

type FactorChange = { viewer: Viewer; input: string; network: string };

/** Ends all other sessions. @throws Problem INVALID_TOTP_CODE, RESOURCE_IN_USE, TOO_MANY_REQUESTS */
export async function enableTotp(deps: Deps, change: FactorChange): Promise<string[]> {
  const tries = [[triesOfFactor, String(change.viewer.userId)]] as const;
  await countTries(deps.write, tries, deps.config.limitFactor);
  const codes = await deps.write((work) => enable(work, deps, change));
  await giveBackTries(deps.write, tries);
  return codes;
}

async function enable(work: Work, { signer }: Deps, { viewer, input, network }: FactorChange): Promise<string[]> {
  const { tx, now } = work;
  const { userId } = viewer;
  if (await hasSecondFactor(tx, userId)) refuse('RESOURCE_IN_USE', { resource: 'totp' });
  const [begun] = await tx.select().from(totps).where(isBeingSetUp(userId, now));
  if (!begun) return refuse('INVALID_TOTP_CODE', { reason: 'notBegun' });
  const secret =
    openTotpSecret(signer, userId, begun.sealedSecret) ?? refuse('INVALID_TOTP_CODE', { reason: 'notBegun' });
  const lastStep = stepOfTotpCode(secret, input, now, begun.lastStep) ?? refuse('INVALID_TOTP_CODE');
  const enabled = await tx
    .update(totps)
    .set({ enabledAt: now, lastStep })
    .where(and(isBeingSetUp(userId, now), eq(totps.sealedSecret, begun.sealedSecret)))
    .returning({ userId: totps.userId });
  if (enabled.length === 0) refuse('INVALID_TOTP_CODE');
  const codes = await makeRecoveryCodes(work, signer, userId);
  await protectSessions(work, viewer, network);
  await addAccountAudit(work, { userId, actorId: userId, type: 'TotpEnabled', network });
  await notifyPerson(work, userId, { type: 'TotpEnabled', params: { at: work.now } });
  return codes;
}

async function protectSessions(work: Work, viewer: Viewer, network: string): Promise<void> {
  await endOtherSessions(work, viewer, network);
  await rotateSessionsOf(work, viewer.userId);
}

/** Requires a code or a recovery code. @throws Problem INVALID_TOTP_CODE, TOO_MANY_REQUESTS */
export async function disableTotp(deps: Deps, { viewer, input, network }: FactorChange): Promise<void> {
  const { userId } = viewer;
  await withSecondFactor(deps, { userId, input, network, isLogin: false }, async (work) => {
    await work.tx.delete(totps).where(eq(totps.userId, userId));
    await work.tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId));
    await protectSessions(work, viewer, network);
    await addAccountAudit(work, { userId, actorId: userId, type: 'TotpDisabled', network });
    await notifyPerson(work, userId, { type: 'TotpDisabled', params: { at: work.now } });
  });
}

/** The new codes are shown once. @throws Problem INVALID_TOTP_CODE, TOO_MANY_REQUESTS */
export async function renewRecoveryCodes(deps: Deps, { viewer, input, network }: FactorChange): Promise<string[]> {
  const { userId } = viewer;
  return withSecondFactor(deps, { userId, input, network, isLogin: false }, async (work) => {
    const codes = await makeRecoveryCodes(work, deps.signer, userId);
    await addAccountAudit(work, { userId, actorId: userId, type: 'RecoveryCodesMade', network });
    await notifyPerson(work, userId, { type: 'RecoveryCodesMade', params: { at: work.now } });
    return codes;
  });
}
