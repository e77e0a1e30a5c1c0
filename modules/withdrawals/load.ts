import { cardOfId } from '#modules/gift-cards/index.ts';
import { requireOrderRole } from '#modules/orders/index.ts';
import { mayTouch, type Permission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { withdrawalOf } from './read-withdrawals.ts';
import { refuse } from './rules/problems.ts';
import type { Withdrawal } from './schema.ts';

/**
 * Loads a statement about an order or gift card within the caller's rights; others belong to the platform.
 * @throws Problem NOT_FOUND
 */
export async function loadWithdrawal(call: {
  deps: Pick<Deps, 'read'>;
  viewer: Viewer;
  may: Permission;
  params: { withdrawalId: number };
}): Promise<Withdrawal> {
  const found = (await withdrawalOf(call.deps.read, call.params.withdrawalId)) ?? refuse('NOT_FOUND');
  if (found.giftCardId !== null) {
    const card = await cardOfId(call.deps.read, found.giftCardId);
    const organizerIds = card ? [card.organizerId] : [];
    return mayTouch(call.may, call.viewer, { organizerIds }) ? found : refuse('NOT_FOUND');
  }
  if (found.orderId === null) return call.viewer.isSuperAdmin ? found : refuse('NOT_FOUND');
  await requireOrderRole(call.deps, call.viewer, found.orderId, call.may);
  return found;
}
