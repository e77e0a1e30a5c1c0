import { createHash } from 'node:crypto';
import { and, eq, inArray, like } from 'drizzle-orm';
import { addAudit, orderOf } from '#modules/orders/index.ts';
import type { Work } from '#src/data/work.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { RefundMode } from '../rules/refund-amount.ts';
import { refunds } from '../schema.ts';
import { grantRefund } from './grant-refund.ts';
import { plannedRefund } from './planned-refunds.ts';

export type RefundOrders = {
  orderIds: readonly number[];
  mode: RefundMode;
  /** Entered cents; only for `custom`. */
  amount?: number | null;
  editorId: number;
  /** Remainder by order as viewed; if it changed, nothing is opened. */
  shown?: ReadonlyMap<number, number>;
  /** Idempotency key per person: clients retry when no response came. */
  key?: string | null;
};

/**
 * An administrator opens refunds of all these orders or of none; no money moves yet. Returns the references, also of
 * refunds opened before with the same key.
 * @throws Problem CANT_REFUND_LESS_THAN_ZERO, CANT_REFUND_MORE_THAN_TOTAL, each with `details.orderId`; NOT_FOUND;
 * CANT_REFUND_MEANWHILE when an order changed since it was viewed
 */
export async function refundOrders(work: Work, input: RefundOrders): Promise<string[]> {
  const { mode, editorId, shown, key = null } = input;
  const amount = mode === 'custom' ? (input.amount ?? 0) : null;
  const call = key === null ? `${editorId}|${mode}-${amount ?? ''}` : `${editorId}|key-${hashOf(key)}`;
  const references: string[] = [];
  for (const orderId of new Set(input.orderIds)) {
    const repeated = key === null ? [] : await sameCall(work, orderId, call);
    if (repeated.length > 0) {
      references.push(...repeated);
      continue;
    }
    const order = (await orderOf(work.tx, orderId)) ?? refuse('NOT_FOUND');
    const planned = await plannedRefund(work.tx, order, {
      mode,
      amount,
      shown: shown && (shown.get(orderId) ?? Number.NaN),
    });
    const known = await work.tx.select({ id: refunds.id }).from(refunds).where(eq(refunds.orderId, orderId));
    const answered = `${call}|${known.length + 1}`;
    references.push(...(await grantRefund(work, { orderId, amount: planned.amount, key: answered, editorId })));
    await addAudit(work, { orderId, type: 'Other', editorId, comment: `refund.opened ${mode} ${planned.amount}` });
  }
  return references;
}

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 32);

async function sameCall({ tx }: Work, orderId: number, call: string): Promise<string[]> {
  const rows = await tx
    .select({ reference: refunds.reference })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), like(refunds.reference, `granted|${orderId}|${call}|%`)));
  return rows.map(({ reference }) => reference);
}

export const refundsByReference = (reader: Pick<Work['tx'], 'select'>, references: readonly string[]) =>
  reader
    .select()
    .from(refunds)
    .where(inArray(refunds.reference, [...references]));
