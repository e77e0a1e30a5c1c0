import { and, eq } from 'drizzle-orm';
import type { Viewer } from '#src/access/viewer.ts';
import type { Work } from '#src/data/work.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { notifyPerson } from '../emails/notify-person.ts';
import { countTries, giveBackTries, triesOfFactor } from '../limits.ts';
import { refuse } from '../rules/problems.ts';
import { totps } from '../schema.ts';
import { endOtherSessions } from '../sessions/end-sessions.ts';
import { rotateSessionsOf } from '../sessions/rotate-session.ts';
import { addAccountAudit } from '../users/add-account-audit.ts';
import { isBeingSetUp } from './begin-totp.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { hasSecondFactor } from './second-factor.ts';
import { stepOfTotpCode } from './totp-code.ts';
import { openTotpSecret } from './totp-secret.ts';

export type FactorChange = { viewer: Viewer; input: string; network: string };

/**
 * Enables the second factor with a first correct code. Ends all other sessions and marks this one for rotation. Returns
 * ten recovery codes, which are shown only now.
 * @throws Problem INVALID_TOTP_CODE (wrong, or nothing is being set up), RESOURCE_IN_USE, TOO_MANY_REQUESTS
 */
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

/** Ends all other sessions after a change of the second factor. */
export async function protectSessions(work: Work, viewer: Viewer, network: string): Promise<void> {
  await endOtherSessions(work, viewer, network);
  await rotateSessionsOf(work, viewer.userId);
}
