import { orderStateOf } from '#modules/orders/index.ts';
import { orderCanceled } from '#modules/orders/rules/facts.ts';
import { cents } from '#src/kernel/money.ts';
import type { Deps } from '#src/platform/deps.ts';
import { type FactHandler, onFact } from '#src/platform/facts.ts';
import { moneyOfOrder, showRefunds } from '../money-of-order.ts';
import { refundOpened } from '../rules/facts.ts';
import { grantRefund } from './grant-refund.ts';

export const refundHandlers = (deps: Pick<Deps, 'runNow'>): readonly FactHandler[] => [
  // What a buyer was promised for the cancellation goes back without anybody's doing, and what came for an order that
  // was never paid whole. What an administrator cancels is refunded by the administrator, who decides how much.
  onFact(orderCanceled, 'payments.refund-own-cancellation', async (work, canceled, { id }) => {
    const { orderId, refundDue: due, wasPaid, reason } = canceled;
    if (reason === 'byAdmin' || (wasPaid && !(due > 0))) return;
    const order = await orderStateOf(work.tx, orderId);
    // Somebody may have brought it back meanwhile.
    if (order?.status !== 'canceled') return;
    const { kept } = await moneyOfOrder(work.tx, order);
    // The protection and the fee stay, also where something went back before.
    const amount = wasPaid ? cents(kept - (order.totalPrice - due)) : kept;
    if (amount > 0) await grantRefund(work, { orderId, amount, key: `canceled-${id}`, editorId: null });
    else if (wasPaid) await showRefunds(work, orderId);
  }),
  onFact(refundOpened, 'payments.execute-refund', async () => deps.runNow('refunds')),
];
