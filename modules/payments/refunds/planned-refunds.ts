import { namesOf, type OrderRecord } from '#modules/orders/index.ts';
import { feeOf } from '#modules/orders/rules/cancel-refund.ts';
import type { Reader, Tx } from '#src/data/database.ts';
import { type Cents, centsFromZero, sumCents } from '#src/kernel/money.ts';
import { moneyOfOrder, type RefundRow, refundsOf } from '../money-of-order.ts';
import { refuse } from '../rules/problems.ts';
import { type RefundMode, refundAmount, refusalDetails } from '../rules/refund-amount.ts';

/** `names`: of the first participants. */
export type PlannedRefund = { orderId: number; orderNumber: string; names: string; amount: Cents; left: Cents };
type Plan = {
  mode: RefundMode;
  amount: number | null;
  /** Remainder as viewed, cents; if it changed, there is no plan. */
  shown?: number | undefined;
};

/**
 * Calculates a refund; changes nothing.
 * @throws Problem CANT_REFUND_LESS_THAN_ZERO, CANT_REFUND_MORE_THAN_TOTAL, CANT_REFUND_MEANWHILE, each with
 * `details.orderId` and `left`; `details.reason`: nothing was paid (`notPaid`), nothing is left (`nothingLeft`), or
 * only the processing fee (`onlyFeeLeft`)
 */
export async function plannedRefund(
  reader: Reader | Tx,
  order: OrderRecord,
  { mode, amount, shown }: Plan,
): Promise<PlannedRefund> {
  const { id: orderId, orderNumber } = order;
  const { received: paid, kept } = await moneyOfOrder(reader, order);
  if (shown !== undefined && shown !== kept) return refuse('CANT_REFUND_MEANWHILE', { orderId, left: kept });
  const sum = refundAmount({ mode, amount, paid, kept, fee: feeOf(order) });
  if ('refusal' in sum) return refuse(sum.refusal, refusalDetails(orderId, kept, sum));
  return { orderId, orderNumber, names: namesOf(order), amount: sum.amount, left: kept };
}

export const openRefundsOf = async (reader: Reader | Tx, orderId: number): Promise<RefundRow[]> =>
  (await refundsOf(reader, orderId)).filter(({ status }) => status === 'pending' || status === 'failed');

/** Amount that counts as refunded by hand: all that is open, else all that is left. */
export async function planManualRefund(reader: Reader | Tx, order: OrderRecord): Promise<PlannedRefund> {
  const { id: orderId, orderNumber } = order;
  const { kept } = await moneyOfOrder(reader, order);
  const open = await openRefundsOf(reader, orderId);
  const sum = open.length > 0 ? sumCents(open.map(({ amount }) => amount)) : kept;
  return { orderId, orderNumber, names: namesOf(order), amount: centsFromZero(sum), left: kept };
}
