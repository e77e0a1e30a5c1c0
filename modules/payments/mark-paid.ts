import { and, eq } from 'drizzle-orm';
import { completeOrder, orderOf } from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import { assert } from '#src/kernel/assert.ts';
import { cents } from '#src/kernel/money.ts';
import { refuse as refuseGenerally } from '#src/kernel/problem.ts';
import type { Work } from '#src/platform/work.ts';
import { enterMoney, paymentCountOf } from './ledger.ts';
import { refuse } from './rules/problems.ts';
import { paymentAttempts } from './schema.ts';

export type MarkPaid = {
  orderId: number;
  editorId: number;
  /** Cents that came in; without it the order's total. */
  amount?: number;
  comment?: string;
};

/**
 * An administrator saw the money: it enters the ledger and the order is complete, in one write. Of several who say so
 * at the same time one is right, the others learn that it is paid.
 * @throws Problem ORDER_ALREADY_PAID, NOT_MATCHING_ORDER_TOTAL, CANT_CHANGE_ORDER_STATUS (canceled), NOT_FOUND
 */
export async function markPaid(work: Work, { orderId, editorId, amount, comment }: MarkPaid): Promise<void> {
  const order = (await orderOf(work.tx, orderId)) ?? refuseGenerally('NOT_FOUND');
  if (isPaidStatus(order.status)) return refuse('ORDER_ALREADY_PAID', { orderId });
  if (amount !== undefined && amount !== order.totalPrice) {
    return refuse('NOT_MATCHING_ORDER_TOTAL', { totalPrice: order.totalPrice, amount });
  }
  const method = order.paymentMethod ?? 'bank';
  const completed = await completeOrder(work, {
    orderId,
    paymentMethod: method,
    editorId,
    ...(comment ? { comment } : {}),
  });
  if (!completed) return refuse('ORDER_ALREADY_PAID', { orderId });
  if (order.totalPrice === 0) return;
  const entered = await enterMoney(work, {
    orderId,
    kind: 'payment',
    method,
    amount: cents(order.totalPrice),
    reference: `manual|${orderId}|${(await paymentCountOf(work.tx, orderId)) + 1}`,
    note: comment ?? '',
  });
  assert(entered, 'an order that was pending a moment ago has no such payment yet');
  await work.tx
    .update(paymentAttempts)
    .set({ status: 'completed', settledAt: work.now })
    .where(and(eq(paymentAttempts.orderId, orderId), eq(paymentAttempts.status, 'pending')));
  await work.announce({ name: 'payment.received', orderId, amount: order.totalPrice, method });
}
