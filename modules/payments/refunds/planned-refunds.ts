import { orderOf } from '#modules/orders/index.ts';
import { refuse as refuseGenerally } from '#src/kernel/problem.ts';
import type { Reader } from '#src/platform/database.ts';
import { moneyOfOrder, refundsOf } from '../money-of-order.ts';
import { refuse } from '../rules/problems.ts';
import { isRefundMode, refundAmount } from '../rules/refund-amount.ts';
import { feeOf } from './refund-call.ts';

export type PlannedRefund = { orderId: number; orderNumber: string; amount: number; left: number };

/**
 * What a question before many refunds shows; nothing is changed.
 * @throws Problem CANT_REFUND_LESS_THAN_ZERO, CANT_REFUND_MORE_THAN_TOTAL, each with `details.orderId`; NOT_FOUND
 */
export async function plannedRefunds(
  reader: Reader,
  { orderIds, what, amount }: { orderIds: readonly number[]; what: string; amount: number | null },
): Promise<PlannedRefund[]> {
  const planned: PlannedRefund[] = [];
  for (const orderId of orderIds) {
    const order = (await orderOf(reader, orderId)) ?? refuseGenerally('NOT_FOUND');
    const { kept } = await moneyOfOrder(reader, order);
    const { orderNumber } = order;
    if (isRefundMode(what)) {
      const sum = refundAmount({ mode: what, amount, kept, fee: feeOf(order) });
      if ('refusal' in sum) return refuse(sum.refusal, { orderId });
      planned.push({ orderId, orderNumber, amount: sum.amount, left: kept });
    } else {
      const open = (await refundsOf(reader, orderId)).filter(
        ({ status }) => status === 'pending' || status === 'failed',
      );
      const sum = open.length > 0 ? open.reduce((all, row) => all + row.amount, 0) : kept;
      planned.push({ orderId, orderNumber, amount: Math.max(0, sum), left: kept });
    }
  }
  return planned;
}
