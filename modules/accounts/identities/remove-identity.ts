import { and, eq } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { refuse } from '#src/kernel/problem.ts';
import { identities } from '../schema.ts';
import { addAccountAudit } from '../users/add-account-audit.ts';

/**
 * Login by mailed code stays possible.
 * @throws Problem NOT_FOUND when the person has no such identity
 */
export async function removeIdentity(
  work: Work,
  { identityId, userId, network }: { identityId: number; userId: number; network: string },
): Promise<void> {
  const [removed] = await work.tx
    .delete(identities)
    .where(and(eq(identities.id, identityId), eq(identities.userId, userId)))
    .returning({ provider: identities.provider });
  if (!removed) return refuse('NOT_FOUND');
  const { provider } = removed;
  await addAccountAudit(work, { userId, actorId: userId, type: 'IdentityRemoved', comment: provider, network });
}
