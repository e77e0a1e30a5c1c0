import type { Deps } from '#src/runtime/deps.ts';
import { notifyPerson } from '../emails/notify-person.ts';
import { addAccountAudit } from '../users/add-account-audit.ts';
import type { FactorChange } from './enable-totp.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { withSecondFactor } from './second-factor.ts';

/**
 * Replaces the recovery codes; the new ones are shown once.
 * @throws Problem INVALID_TOTP_CODE, TOO_MANY_REQUESTS
 */
export async function renewRecoveryCodes(deps: Deps, { viewer, input, network }: FactorChange): Promise<string[]> {
  const { userId } = viewer;
  return withSecondFactor(deps, { userId, input, network, isLogin: false }, async (work) => {
    const codes = await makeRecoveryCodes(work, deps.signer, userId);
    await addAccountAudit(work, { userId, actorId: userId, type: 'RecoveryCodesMade', network });
    await notifyPerson(work, userId, { type: 'RecoveryCodesMade', params: { at: work.now } });
    return codes;
  });
}
