import { loadOrganizer } from '#modules/organizers/index.ts';
import type { Permission } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Deps } from '#src/runtime/deps.ts';
import { cardAt } from './read-cards.ts';
import type { GiftCard } from './schema.ts';

type Names = {
  deps: Pick<Deps, 'read'>;
  viewer: Viewer;
  may: Permission;
  params: { organizerId: number; giftCardId: number };
};

/** Route loader: a card of an organizer that the viewer may manage. @throws Problem NOT_FOUND */
export async function loadCard(call: Names): Promise<GiftCard> {
  const { id } = await loadOrganizer(call);
  return cardAt(call.deps.read, id, call.params.giftCardId);
}
