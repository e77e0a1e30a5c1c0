import { eq } from 'drizzle-orm';
import type { Deps } from '#src/runtime/deps.ts';
import { notifyPerson } from '../emails/notify-person.ts';
import { recoveryCodes, totps } from '../schema.ts';
import { addAccountAudit } from '../users/add-account-audit.ts';
import { type FactorChange, protectSessions } from './enable-totp.ts';
import { withSecondFactor } from './second-factor.ts';

/**
 * Deletes the second factor. Requires one of its codes or a recovery code.
 * @throws Problem INVALID_TOTP_CODE, TOO_MANY_REQUESTS
 */
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
