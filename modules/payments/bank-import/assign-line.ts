import { and, eq, inArray } from 'drizzle-orm';
import { addAudit, orderStateOf } from '#modules/orders/index.ts';
import type { Work } from '#src/data/work.ts';
import { refuse, refuseFields } from '#src/kernel/problem.ts';
import { ledgerReference } from '../ledger.ts';
import { moneyOfOrder } from '../money-of-order.ts';
import { type Received, receivePayment } from '../receive-payment.ts';
import type { BankLineOutcome } from '../rules/states.ts';
import { bankLines } from '../schema.ts';
import { reactivateWithin, type Share } from './decide.ts';
import { provesPayment } from './proves-payment.ts';

type AssignLine = { lineId: number; shares: readonly Share[]; editorId: number };

/**
 * Assigns an open line to orders with an amount each. An unpaid rest stays open, an excess is refunded. If the order
 * was marked as paid by hand with this amount, the line proves that payment and no money is entered.
 * @throws Problem NOT_FOUND when the line is not open, VALIDATION_FAILED when the amounts do not sum up to the line's
 */
export async function assignLine(work: Work, { lineId, shares, editorId }: AssignLine): Promise<void> {
  const line = (await closeLine(work, lineId, editorId, {})) ?? refuse('NOT_FOUND');
  const ids = new Set(shares.map(({ orderId }) => orderId));
  const sum = shares.reduce((total, { amount }) => total + amount, 0);
  const isWhole = shares.every(({ amount }) => amount > 0) && sum === line.amount && ids.size === shares.length;
  if (shares.length === 0 || !isWhole) return refuseFields({ amount: ['imports.error.sum'] });
  const [only] = shares;
  if (shares.length === 1 && only && (await provesPayment(work, line, only.orderId, editorId))) return;
  const payer = { iban: line.payerIban, name: line.payerName || null };
  const came: Received[] = [];
  for (const { orderId, amount } of shares) {
    const order = await orderStateOf(work.tx, orderId);
    if (!order) return refuseFields({ order: ['imports.error.order'] });
    const { open } = await moneyOfOrder(work.tx, order);
    const isExpired = order.status === 'canceled' && order.cancelReason === 'expired';
    if (isExpired && amount >= open) await reactivateWithin(work, [orderId]);
    const comment = `payment.assigned bank ${amount}`;
    await addAudit(work, { orderId, type: 'Other', editorId, comment });
    const reference = ledgerReference(line.fingerprint, orderId);
    came.push(
      await receivePayment(work, { orderId, method: 'bank', amount, reference, payer, note: line.payerName, editorId }),
    );
  }
  await work.tx
    .update(bankLines)
    .set({ outcome: outcomeOf(came), orderId: shares[0]?.orderId ?? null })
    .where(eq(bankLines.id, lineId));
}

function outcomeOf(came: readonly Received[]): BankLineOutcome {
  if (came.every((each) => each === 'twice' || each === 'late')) return 'alreadyPaid';
  return came.includes('partly') ? 'amountMismatch' : 'paid';
}

/** Marks a line as belonging to no order: other money, or money returned by hand. @throws Problem NOT_FOUND */
export async function setLineAside(
  work: Work,
  input: { lineId: number; note: string; editorId: number },
): Promise<void> {
  const { lineId, note, editorId } = input;
  (await closeLine(work, lineId, editorId, { outcome: 'ignored', note })) ?? refuse('NOT_FOUND');
}

/** Null when another editor closed the line first. */
async function closeLine({ tx }: Work, lineId: number, editorId: number, set: Partial<typeof bankLines.$inferInsert>) {
  const [line] = await tx
    .update(bankLines)
    .set({ ...set, isClosed: true, editorId })
    .where(
      and(
        eq(bankLines.id, lineId),
        eq(bankLines.isClosed, false),
        inArray(bankLines.outcome, ['notFound', 'amountMismatch']),
      ),
    )
    .returning();
  return line ?? null;
}
