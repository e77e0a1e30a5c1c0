import type { CatalogEvent } from '#modules/events/rules/catalog.ts';
import { ready } from '#src/data/hot-statements.ts';
import type { Work } from '#src/data/work.ts';
import { refuse } from '../rules/problems.ts';

/** Places for nothing that one account may have where the event says nothing; the reason stands in the README of booking. */
export const defaultFreePlaces = 50;
/** Places that one account may hold unpaid at a time, where the event does not give it more for nothing. */
export const defaultUnpaidPlaces = 200;

type Asked = { event: Pick<CatalogEvent, 'id' | 'freePlacesPerAccount'>; userId: number; places: number };

/**
 * Refuses an order of total 0 that would exceed the places that the account may hold in such orders of this event.
 * A write locks the database at its start, so no other process books between this count and the order.
 * @throws Problem FREE_PLACES_LIMIT with `details.left` and `details.most`
 */
export async function requireFreePlaces({ tx }: Work, { event, userId, places }: Asked): Promise<void> {
  if (places === 0) return;
  const most = event.freePlacesPerAccount ?? defaultFreePlaces;
  const [row] = await tx.all<{ taken: number }>(ready(takenText, [userId, event.id]));
  const left = Math.max(0, most - (row?.taken ?? 0));
  if (places > left) refuse('FREE_PLACES_LIMIT', { left, most });
}

/**
 * The same before an order that costs something: how many the account holds in pending orders of this event, also in those
 * that wait for a transfer.
 * @throws Problem UNPAID_PLACES_LIMIT with `details.left` and `details.most`
 */
export async function requireUnpaidPlaces({ tx }: Work, { event, userId, places }: Asked): Promise<void> {
  if (places === 0) return;
  const most = Math.max(defaultUnpaidPlaces, event.freePlacesPerAccount ?? 0);
  const [row] = await tx.all<{ held: number }>(ready(heldText, [userId, event.id]));
  const left = Math.max(0, most - (row?.held ?? 0));
  if (places > left) refuse('UNPAID_PLACES_LIMIT', { left, most });
}

const takenText = `select count(*) taken from orders o join participants p on p.order_id = o.id and p.live = 1
  where o.user_id = ? and o.event_id = ? and o.total_cents = 0 and o.status <> 'canceled'`;
const heldText = `select count(*) held from orders o join participants p on p.order_id = o.id and p.live = 1
  where o.user_id = ? and o.event_id = ? and o.status = 'pending'`;
