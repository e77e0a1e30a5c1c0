import { userLoggedIn, userVerified } from '#modules/accounts/rules/facts.ts';
import { type FactHandler, onFact } from '#src/data/facts.ts';
import type { Work } from '#src/data/work.ts';
import { confirmOrder } from './order/confirm-order.ts';
import { believeOrders } from './order/mailbox-proof.ts';
import { confirmOwnMember } from './order/member-proof.ts';
import { participantsOf } from './people.ts';
import { orderOf } from './read.ts';
import { orderPaid, orderProven } from './rules/facts.ts';
import { isPaidStatus } from './rules/order-state.ts';

/** While a free order waited for the proof of its mailbox, its confirmation held no tickets. */
async function confirmProven(work: Work, orderId: number): Promise<void> {
  const order = await orderOf(work.tx, orderId);
  const lackedTickets = order?.totalPrice === 0 && participantsOf(order).some(({ email }) => !email);
  if (order && isPaidStatus(order.status) && lackedTickets) await confirmOrder(work, orderId, '|proven');
}

export const orderHandlers: readonly FactHandler[] = [
  // It goes out when the order is paid, however that came about.
  onFact(orderPaid, 'orders.confirm-order', (work, { orderId }) => confirmOrder(work, orderId)),
  onFact(orderProven, 'orders.confirm-proven', async (work, { orderId }) => {
    await confirmOwnMember(work, orderId);
    await confirmProven(work, orderId);
  }),
  // The mailbox was never proven before, so whatever was ordered with it waits no longer.
  onFact(userVerified, 'orders.believe-person', (work, { userId }, { createdAt: until }) =>
    believeOrders(work, { userId, until }),
  ),
  onFact(userLoggedIn, 'orders.believe-visit', (work, { userId, visitId }, { createdAt: until }) =>
    believeOrders(work, { userId, visitId, until }),
  ),
];
