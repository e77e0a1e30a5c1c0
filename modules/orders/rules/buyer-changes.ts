import type { Instant } from '#src/kernel/time.ts';
import type { OrderStatus } from './order-state.ts';

type ChangeableOrder = {
  status: OrderStatus;
  event: { buyersMayChange: boolean; userEditTillTime: Instant | null; startTimestamp: Instant };
  cancellationProtections: readonly unknown[];
};

/** Buyer and participants may change data until then. */
export const editableUntil = ({ event }: Pick<ChangeableOrder, 'event'>): Instant =>
  event.userEditTillTime ?? event.startTimestamp;

/** Buyers may change articles and add people to a team. */
export const mayBuyerChange = (order: ChangeableOrder, now: Instant): boolean =>
  order.event.buyersMayChange &&
  (order.status === 'pending' || order.status === 'complete') &&
  now < editableUntil(order);

/** Buyers may cancel one of several people: an unpaid place, or with a bought protection, as for a whole order. */
export const mayBuyerCancelOne = (order: ChangeableOrder, peopleCount: number, now: Instant): boolean =>
  mayBuyerChange(order, now) &&
  peopleCount > 1 &&
  now < order.event.startTimestamp &&
  (order.status === 'pending' || order.cancellationProtections.length > 0);
