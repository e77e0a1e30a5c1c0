import { and, eq } from 'drizzle-orm';
import type { Work } from '#src/data/work.ts';
import { assert } from '#src/kernel/assert.ts';
import { refuse as refuseGenerally } from '#src/kernel/problem.ts';
import { type RefundRow, showRefunds } from '../money-of-order.ts';
import { openRefund } from '../open-refund.ts';
import { refundOpened } from '../rules/facts.ts';
import { refunds } from '../schema.ts';

/** Schedules a failed refund for a retry by the same way. False when it has not failed. */
export async function retryRefund(work: Work, refund: RefundRow): Promise<boolean> {
  if (refund.fileId !== null) return transferAnew(work, refund);
  const [row] = await work.tx
    .update(refunds)
    .set({ status: 'pending', nextTryAt: refund.way === 'provider' ? work.now : null, leasedUntil: null })
    .where(and(eq(refunds.id, refund.id), eq(refunds.status, 'failed')))
    .returning({ id: refunds.id });
  if (!row) return false;
  await showRefunds(work, refund.orderId);
  await work.announce(refundOpened({ orderId: refund.orderId, refundId: refund.id, amount: refund.amount }));
  return true;
}

/** The refund stays in its old file; the money is sent under a new reference. */
async function transferAnew(work: Work, refund: RefundRow): Promise<boolean> {
  const { id, orderId, amount, reason, method, iban, accountHolder, bic, editorId } = refund;
  const [row] = await work.tx
    .update(refunds)
    .set({ status: 'withdrawn', settledAt: work.now })
    .where(and(eq(refunds.id, id), eq(refunds.status, 'failed')))
    .returning({ id: refunds.id });
  if (!row) return false;
  const payee = { iban, name: accountHolder, bic };
  const opened = await openRefund(work, { orderId, amount, reason, method, reference: `again|${id}`, payee, editorId });
  assert(opened, `refund ${id} is tried again once`);
  return true;
}

/** @throws Problem NOT_FOUND */
export async function refundOf(reader: Pick<Work['tx'], 'select'>, refundId: number): Promise<RefundRow> {
  const [row] = await reader.select().from(refunds).where(eq(refunds.id, refundId));
  return row ?? refuseGenerally('NOT_FOUND');
}
