import { userById } from '#modules/accounts/index.ts';
import type { OrderRecord } from '#modules/orders/index.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { normalizeEmail } from '#src/kernel/email.ts';
import type { Instant } from '#src/kernel/time.ts';
import { type Place, placeOf } from './read-place.ts';
import { type Transfer, transfersOfOrder } from './read-transfers.ts';
import { isOpen } from './rules/terms.ts';

/** A participant's place on their own page; `hindrance`: why they cannot ask to offer it. */
export type OwnPlace = {
  place: Place;
  transfer: Transfer | null;
  hindrance: Place['hindrance'] | 'nobody';
};

/** Null: the event allows no changes by the own page, or no such participant. */
export async function ownPlaceOf(
  reader: Reader | Tx,
  order: OrderRecord,
  participantId: number,
  now: Instant,
): Promise<OwnPlace | null> {
  if (order.event.noChangelink) return null;
  const place = await placeOf(reader, { orderId: order.id, participantId }, now);
  if (!place) return null;
  const transfer = (await transfersOfOrder(reader, order.id)).get(participantId) ?? null;
  const hindrance = place.hindrance ?? ((await isReachable(reader, order)) ? null : 'nobody');
  return { place, transfer, hindrance };
}

/** A buyer registered at the desk without an address cannot agree. */
export async function isReachable(reader: Reader | Tx, { userId }: Pick<OrderRecord, 'userId'>): Promise<boolean> {
  const buyer = await userById(reader, userId);
  return buyer !== null && normalizeEmail(buyer.email) !== null;
}

/** A participant may withdraw their request until the place is ordered. */
export const canWithdrawRequest = ({ askedByPerson, state }: Pick<Transfer, 'askedByPerson' | 'state'>): boolean =>
  askedByPerson && isOpen(state) && state !== 'ordered';
