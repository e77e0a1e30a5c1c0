import { createHash } from 'node:crypto';
import { and, eq, inArray, like } from 'drizzle-orm';
import { addAudit, orderOf } from '#modules/orders/index.ts';
import { refuse as refuseGenerally } from '#src/kernel/problem.ts';
import type { Work } from '#src/platform/work.ts';
import { moneyOfOrder } from '../money-of-order.ts';
import { refuse } from '../rules/problems.ts';
import { type RefundMode, refundAmount } from '../rules/refund-amount.ts';
import { refunds } from '../schema.ts';
import { grantRefund } from './grant-refund.ts';
import { feeOf } from './refund-call.ts';

export type OpenRefunds = {
  orderIds: readonly number[];
  mode: RefundMode;
  /** Cents; of `custom` alone. */
  amount?: number | null;
  editorId: number;
  /** What the one who decides saw to be left, by order; when it is something else by now, nothing is opened. */
  seen?: ReadonlyMap<number, number>;
  /** The same key by the same person is the same call: clients try again when no answer came. */
  key?: string | null;
};

export type OpenedRefunds = { references: string[] };

/**
 * An administrator gives money back: all of these orders or none, and no money moves yet. What was opened with the same key
 * before is answered again.
 * @throws Problem CANT_REFUND_LESS_THAN_ZERO, CANT_REFUND_MORE_THAN_TOTAL, each with `details.orderId`; NOT_FOUND;
 *   CANT_REFUND_MEANWHILE when something happened to an order since it was looked at
 */
export async function openRefunds(work: Work, input: OpenRefunds): Promise<OpenedRefunds> {
  const { mode, editorId, seen, key = null } = input;
  const amount = mode === 'custom' ? (input.amount ?? 0) : null;
  const call = key === null ? `${editorId}|${mode}-${amount ?? ''}` : `${editorId}|key-${hashOf(key)}`;
  const references: string[] = [];
  for (const orderId of new Set(input.orderIds)) {
    const repeated = key === null ? [] : await sameCall(work, orderId, call);
    if (repeated.length > 0) {
      references.push(...repeated);
      continue;
    }
    const order = (await orderOf(work.tx, orderId)) ?? refuseGenerally('NOT_FOUND');
    const { kept } = await moneyOfOrder(work.tx, order);
    if (seen && seen.get(orderId) !== kept) return refuse('CANT_REFUND_MEANWHILE', { orderId, left: kept });
    const sum = refundAmount({ mode, amount, kept, fee: feeOf(order) });
    if ('refusal' in sum) return refuse(sum.refusal, { orderId, left: Math.max(0, kept) });
    const known = await work.tx.select({ id: refunds.id }).from(refunds).where(eq(refunds.orderId, orderId));
    const answered = `${call}|${known.length + 1}`;
    references.push(...(await grantRefund(work, { orderId, amount: sum.amount, key: answered, editorId })));
    await addAudit(work, { orderId, type: 'Other', editorId, comment: `refund.opened ${mode} ${sum.amount}` });
  }
  return { references };
}

const hashOf = (key: string): string => createHash('sha256').update(key).digest('hex').slice(0, 32);

async function sameCall({ tx }: Work, orderId: number, call: string): Promise<string[]> {
  const rows = await tx
    .select({ reference: refunds.reference })
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), like(refunds.reference, `granted|${orderId}|${call}|%`)));
  return rows.map(({ reference }) => reference);
}

/** The refunds of those references, as they are by now. */
export const refundsByReference = (reader: Pick<Work['tx'], 'select'>, references: readonly string[]) =>
  reader
    .select()
    .from(refunds)
    .where(inArray(refunds.reference, [...references]));
