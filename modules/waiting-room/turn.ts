import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { idsOf, mayTouch } from '#src/access/permissions.ts';
import type { Viewer } from '#src/access/viewer.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import type { Work } from '#src/data/work.ts';
import type { Instant } from '#src/kernel/time.ts';
import { isOwnPlace, placeOf, type Waiter } from './read-room.ts';
import { refuse } from './rules/problems.ts';
import { placeStateOf, roomPath } from './rules/room.ts';
import { waitingPlaces, waitingRooms } from './schema.ts';

/** The roles, where known, can exempt from the queue. */
export type RoomVisitor = Waiter & Partial<Pick<Viewer, 'roles' | 'isSuperAdmin'>>;
type Sale = Pick<Catalog, 'event' | 'organizers'>;

/** Staff of the organizer and super admins do not queue. */
export const isExempt = (
  { organizers }: Pick<Sale, 'organizers'>,
  { roles = [], isSuperAdmin = false, ...who }: RoomVisitor,
) => mayTouch('event.read', { ...who, roles, isSuperAdmin }, { organizerIds: idsOf(organizers) });

/** `free`: no queue applies. `turn`: this visitor's turn, until then. `wait`: no turn. */
export type OwnTurn = { kind: 'free' } | { kind: 'turn'; until: Instant } | { kind: 'wait' };

export async function turnOf(reader: Reader | Tx, sale: Sale, booker: RoomVisitor, now: Instant): Promise<OwnTurn> {
  if (!sale.event.waitingRoom || isExempt(sale, booker)) return { kind: 'free' };
  const place = await placeOf(reader, sale.event.id, booker, now);
  return place?.until && placeStateOf(place, now) === 'turn' ? { kind: 'turn', until: place.until } : { kind: 'wait' };
}

/** In the transaction of the order; a rollback returns it. @throws Problem WAITING_ROOM_NOT_YOUR_TURN */
export async function takeTurn({ tx, now }: Work, sale: Sale, booker: RoomVisitor): Promise<void> {
  const { event } = sale;
  if (!event.waitingRoom || isExempt(sale, booker)) return;
  const lasts = and(gt(waitingPlaces.until, now), isNull(waitingPlaces.bookedAt));
  const taken = await tx
    .update(waitingPlaces)
    .set({ bookedAt: now })
    .where(and(isOwnPlace(event.id, booker), lasts))
    .returning({ id: waitingPlaces.id });
  if (taken.length === 0) refuse('WAITING_ROOM_NOT_YOUR_TURN', { waitingRoom: roomPath(event.id) });
  await tx
    .update(waitingRooms)
    .set({ booked: sql`booked + ${taken.length}` })
    .where(eq(waitingRooms.eventId, event.id));
}
