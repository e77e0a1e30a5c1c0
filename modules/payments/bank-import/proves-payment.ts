import { and, eq, isNull, like } from 'drizzle-orm';
import { addAudit, orderStateOf } from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import type { Work } from '#src/data/work.ts';
import type { Cents } from '#src/kernel/money.ts';
import { moneyOfOrder } from '../money-of-order.ts';
import { bankLines, ledgerEntries, paymentProofs } from '../schema.ts';

export async function provesPayment(
  work: Work,
  line: { id: number; amount: Cents },
  orderId: number,
  editorId: number,
): Promise<boolean> {
  const { tx, now } = work;
  const order = await orderStateOf(tx, orderId);
  if (!order || !isPaidStatus(order.status) || (await moneyOfOrder(tx, order)).open > 0) return false;
  const [entry] = await tx
    .select({ id: ledgerEntries.id })
    .from(ledgerEntries)
    .leftJoin(paymentProofs, eq(paymentProofs.ledgerEntryId, ledgerEntries.id))
    .where(
      and(
        eq(ledgerEntries.orderId, orderId),
        eq(ledgerEntries.kind, 'payment'),
        eq(ledgerEntries.amount, line.amount),
        like(ledgerEntries.reference, 'manual|%'),
        isNull(paymentProofs.ledgerEntryId),
      ),
    )
    .orderBy(ledgerEntries.id)
    .limit(1);
  if (!entry) return false;
  await tx.insert(paymentProofs).values({ ledgerEntryId: entry.id, bankLineId: line.id, editorId, createdAt: now });
  await tx.update(bankLines).set({ outcome: 'paid', orderId }).where(eq(bankLines.id, line.id));
  const comment = `payment.proved bank ${line.amount}`;
  await addAudit(work, { orderId, type: 'Other', editorId, comment });
  return true;
}
