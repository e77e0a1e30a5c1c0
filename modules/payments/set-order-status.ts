import { changeOrderStatus, orderStateOf, reactivateOrder } from '#modules/orders/index.ts';
import { noRefund } from '#modules/orders/rules/cancel-refund.ts';
import type { OrderStatus } from '#modules/orders/rules/order-state.ts';
import { refuse as refuseOrder } from '#modules/orders/rules/problems.ts';
import type { Work } from '#src/data/work.ts';
import { refuse as refuseGenerally } from '#src/kernel/problem.ts';
import { markPaid } from './mark-paid.ts';
import { moneyOfOrder, showRefunds } from './money-of-order.ts';
import { withdrawWaitingRefunds } from './open-refund.ts';
import { openCancellationRefund } from './refunds/giving-back.ts';

type SetOrderStatus = { orderId: number; to: OrderStatus; editorId: number };

/**
 * Sets the status of an order by an administrator. `complete` marks it as paid. `pending` reactivates a canceled order,
 * which is complete when its money is still here.
 * @throws Problem ORDER_ALREADY_PAID, CANT_CHANGE_ORDER_STATUS, NOT_FOUND, and the refusals of a booking
 */
export async function setOrderStatus(work: Work, { orderId, to, editorId }: SetOrderStatus): Promise<void> {
  const order = (await orderStateOf(work.tx, orderId)) ?? refuseGenerally('NOT_FOUND');
  if (to === 'complete') {
    if (order.status === 'shipped') return refuseOrder('CANT_CHANGE_ORDER_STATUS', { from: order.status, to });
    return markPaid(work, { orderId, editorId });
  }
  if (to === 'pending') {
    await withdrawWaitingRefunds(work, orderId);
    const { kept } = await moneyOfOrder(work.tx, order);
    const isPaid = order.totalPrice > 0 ? kept >= order.totalPrice : order.paymentMethod !== null;
    await reactivateOrder(work, { orderId, editorId, isPaid });
    return showRefunds(work, orderId);
  }
  // A status change opens no refund; the cancellation form does.
  return changeOrderStatus(work, { orderId, to, editorId, giveBack: openCancellationRefund(noRefund) });
}
