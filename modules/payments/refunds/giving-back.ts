import { addAudit, type GiveBack, orderOf } from '#modules/orders/index.ts';
import type { MoneyOfCancellation } from '#modules/orders/rules/cancel-refund.ts';
import { feeOf } from '#modules/orders/rules/cancel-refund.ts';
import { centsFromZero, zeroCents } from '#src/kernel/money.ts';
import { refuse as refuseGenerally } from '#src/kernel/problem.ts';
import { moneyOfOrder, refundsOf } from '../money-of-order.ts';
import { refuse } from '../rules/problems.ts';
import { refundOfCancellation, refusalDetails } from '../rules/refund-amount.ts';
import { grantRefund } from './grant-refund.ts';

/**
 * What a cancellation does with the money of an order, in its own write: opens what goes back, so that what the buyer is
 * told and what is on its way are one thing.
 * @throws Problem (the verb) CANT_REFUND_LESS_THAN_ZERO, CANT_REFUND_MORE_THAN_TOTAL, CANT_REFUND_MEANWHILE when
 *   something happened to its money since it was looked at, each with `details.orderId`
 */
export function givingBack(decided: MoneyOfCancellation): GiveBack {
  return async (work, { orderId, editorId }) => {
    const shown = decided.mode === 'allBut' ? null : (decided.shown ?? null);
    if (decided.mode === 'none' && shown === null) return zeroCents;
    const order = (await orderOf(work.tx, orderId)) ?? refuseGenerally('NOT_FOUND');
    const { received: paid, kept } = await moneyOfOrder(work.tx, order);
    if (shown !== null && shown !== centsFromZero(kept))
      return refuse('CANT_REFUND_MEANWHILE', { orderId, left: kept });
    const sum = refundOfCancellation(decided, { paid, kept, fee: feeOf(order) });
    if ('refusal' in sum) return refuse(sum.refusal, refusalDetails(orderId, kept, sum));
    const { amount } = sum;
    if (amount === 0) return zeroCents;
    // Every cancellation of an order opens one of its own, however often it comes back.
    const key = `cancel|${(await refundsOf(work.tx, orderId)).length + 1}`;
    const by = decided.mode === 'allBut' ? null : editorId;
    // The mail of the cancellation says where each part of it goes, and asks for the account that nobody knows.
    await grantRefund(work, { orderId, amount, key, editorId: by, isTold: true });
    const comment = `refund.opened ${decided.mode} ${amount}`;
    await addAudit(work, { orderId, type: 'Other', editorId, comment });
    return amount;
  };
}
