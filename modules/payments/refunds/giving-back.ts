import { addAudit, type GiveBack, orderOf } from '#modules/orders/index.ts';
import { feeOf, type MoneyOfCancellation } from '#modules/orders/rules/cancel-refund.ts';
import { centsFromZero, zeroCents } from '#src/kernel/money.ts';
import { refuse as refuseGenerally } from '#src/kernel/problem.ts';
import { moneyOfOrder, refundsOf } from '../money-of-order.ts';
import { refuse } from '../rules/problems.ts';
import { refundOfCancellation, refusalDetails } from '../rules/refund-amount.ts';
import { grantRefund } from './grant-refund.ts';

/**
 * Opens the refunds of a cancellation in its own write, so that the buyer's mail and the refunds agree.
 * @throws Problem (the verb) CANT_REFUND_LESS_THAN_ZERO, CANT_REFUND_MORE_THAN_TOTAL, CANT_REFUND_MEANWHILE when the
 * order's money changed since it was viewed, each with `details.orderId`
 */
export function openCancellationRefund(decided: MoneyOfCancellation): GiveBack {
  return async (work, { orderId, editorId }) => {
    const viewed = decided.mode === 'allBut' ? null : (decided.shown ?? null);
    if (decided.mode === 'none' && viewed === null) return zeroCents;
    const order = (await orderOf(work.tx, orderId)) ?? refuseGenerally('NOT_FOUND');
    const { received: paid, kept } = await moneyOfOrder(work.tx, order);
    if (viewed !== null && viewed !== centsFromZero(kept))
      return refuse('CANT_REFUND_MEANWHILE', { orderId, left: kept });
    const sum = refundOfCancellation(decided, { paid, kept, fee: feeOf(order) });
    if ('refusal' in sum) return refuse(sum.refusal, refusalDetails(orderId, kept, sum));
    const { amount } = sum;
    if (amount === 0) return zeroCents;
    // Each cancellation opens its own refund, even of an order that was reactivated.
    const key = `cancel|${(await refundsOf(work.tx, orderId)).length + 1}`;
    const by = decided.mode === 'allBut' ? null : editorId;
    // The cancellation mail explains each part and asks for a missing account.
    await grantRefund(work, { orderId, amount, key, editorId: by, isTold: true });
    const comment = `refund.opened ${decided.mode} ${amount}`;
    await addAudit(work, { orderId, type: 'Other', editorId, comment });
    return amount;
  };
}
