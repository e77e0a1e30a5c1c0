import { and, eq, inArray } from 'drizzle-orm';
import { addAudit, type OrderRecord, orderOf } from '#modules/orders/index.ts';
import type { Work } from '#src/data/work.ts';
import { cents, centsFromZero, sumCents } from '#src/kernel/money.ts';
import { cashMethod, giftCardMethod } from '#src/kernel/payment-methods.ts';
import { refuse as refuseGenerally } from '#src/kernel/problem.ts';
import { moneyOfOrder, type RefundRow, refundsOf, showRefunds } from '../money-of-order.ts';
import { openRefund } from '../open-refund.ts';
import { refuse } from '../rules/problems.ts';
import { refunds } from '../schema.ts';
import { refundParts } from './grant-refund.ts';
import { openRefundsOf } from './planned-refunds.ts';
import { retryRefund } from './retry-refund.ts';
import { settleRefund } from './settle-refund.ts';

export const refundStatuses = ['pending', 'completed', 'failed'] as const;
type VisibleRefundStatus = (typeof refundStatuses)[number];
type SetRefundStatus = {
  orderIds: readonly number[];
  refundStatus: VisibleRefundStatus;
  editorId: number;
  /** A file may be paid already, which only super admins know. */
  isSuperAdmin: boolean;
};

/**
 * Sets the refund status of all these orders or of none. `completed`: refunded by hand, all that is open, or all that
 * is left of an order that was canceled when paid. `failed`: transfers that did not arrive. `pending`: retries failed
 * ones. Completed refunds and those the provider works on do not change.
 * @throws Problem CANT_REFUND_LESS_THAN_ZERO when there is nothing to refund, CANT_CHANGE_REFUND_STATUS, NOT_FOUND
 */
export async function setRefundStatus(
  work: Work,
  { orderIds, refundStatus, editorId, isSuperAdmin }: SetRefundStatus,
): Promise<void> {
  for (const orderId of new Set(orderIds)) {
    const order = (await orderOf(work.tx, orderId)) ?? refuseGenerally('NOT_FOUND');
    const open = await openRefundsOf(work.tx, orderId);
    if (open.length === 0) {
      const isSent = (await refundsOf(work.tx, orderId)).some(({ status }) => status === 'completed');
      if (isSent && refundStatus === 'completed') continue;
      if (isSent) return refuse('CANT_CHANGE_REFUND_STATUS', { orderId, from: 'completed', to: refundStatus });
      open.push(...(await leftOf(work, order, { refundStatus, editorId })));
    }
    if (!isSuperAdmin && refundStatus !== 'pending' && open.some(({ fileId }) => fileId !== null)) {
      return refuse('CANT_CHANGE_REFUND_STATUS', { orderId, from: 'pending', to: refundStatus, reason: 'inFile' });
    }
    if (refundStatus !== 'pending' && open.some(isUnderWay)) {
      return refuse('CANT_CHANGE_REFUND_STATUS', { orderId, from: 'pending', to: refundStatus, reason: 'underWay' });
    }
    if (refundStatus === 'completed') await complete(work, open, editorId);
    else if (refundStatus === 'failed') await fail(work, open);
    else for (const row of open) await retryRefund(work, row);
    const sum = open.reduce((all, { amount }) => all + amount, 0);
    await addAudit(work, { orderId, type: 'Other', editorId, comment: `refund.status ${refundStatus} ${sum}` });
  }
}

/** Remainder of a canceled order without any refund: it was refunded by hand, or promised long ago. */
async function leftOf(
  work: Work,
  order: OrderRecord,
  { refundStatus, editorId }: Pick<SetRefundStatus, 'refundStatus' | 'editorId'>,
): Promise<RefundRow[]> {
  const { id: orderId } = order;
  const { received, kept } = await moneyOfOrder(work.tx, order);
  const isMeant = order.status === 'canceled' && (refundStatus === 'completed' || order.refundStatus === 'pending');
  if (!isMeant || kept <= 0) {
    const reason = kept > 0 ? 'noneOpen' : received > 0 ? 'nothingLeft' : 'notPaid';
    return refuse('CANT_REFUND_LESS_THAN_ZERO', { orderId, left: centsFromZero(kept), reason });
  }
  const reference = `granted|${orderId}|${editorId}|byHand|${(await refundsOf(work.tx, orderId)).length + 1}`;
  // Only cash and gift cards have a known way.
  const parts = await refundParts(work.tx, orderId, kept);
  const by = (way: string) => sumCents(parts.filter(({ method }) => method === way).map((part) => part.amount));
  const [inCash, onCards] = [by(cashMethod), by(giftCardMethod)];
  const sums = { bank: cents(kept - inCash - onCards), [cashMethod]: inCash, [giftCardMethod]: onCards };
  const references: string[] = [];
  for (const [method, amount] of Object.entries(sums)) {
    if (amount <= 0) continue;
    const part = method === 'bank' ? reference : `${reference}|${method}`;
    await openRefund(work, { orderId, amount, reason: 'granted', method, reference: part, editorId });
    references.push(part);
  }
  return work.tx.select().from(refunds).where(inArray(refunds.reference, references));
}

/** A provider refund that has not failed may be in progress. */
const isUnderWay = ({ way, status }: RefundRow): boolean => way === 'provider' && status === 'pending';

async function complete(work: Work, open: readonly RefundRow[], editorId: number): Promise<void> {
  for (const { id, way } of open) {
    if (way === 'provider') await work.tx.update(refunds).set({ way: 'transfer' }).where(eq(refunds.id, id));
    const method = way === 'cash' ? cashMethod : 'bank';
    await settleRefund(work, { refundId: id, method, reference: `manual|${id}`, editorId });
  }
}

async function fail(work: Work, open: readonly RefundRow[]): Promise<void> {
  for (const { id, orderId } of open) {
    await work.tx
      .update(refunds)
      .set({ status: 'failed', nextTryAt: null })
      .where(and(eq(refunds.id, id), eq(refunds.status, 'pending')));
    await showRefunds(work, orderId);
  }
}
