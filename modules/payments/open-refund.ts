import { putBackOnCards } from '#modules/gift-cards/index.ts';
import type { Work } from '#src/data/work.ts';
import { type Cents, withCents } from '#src/kernel/money.ts';
import { cashMethod, giftCardMethod } from '#src/kernel/payment-methods.ts';
import { type RefundRow, showRefunds } from './money-of-order.ts';
import { askForAccount } from './post-refund-mails.ts';
import { settleRefund } from './refunds/settle-refund.ts';
import { refundOpened } from './rules/facts.ts';
import type { RefundReason, RefundWay } from './rules/states.ts';
import { refunds } from './schema.ts';

type NewRefund = {
  orderId: number;
  /** Cents above 0. */
  amount: Cents;
  reason: RefundReason;
  /** Idempotency key: the event that caused the refund. */
  reference: string;
  /** Of the refunded payment. */
  method: string;
  /** The captured payment of the provider to refund; without one: transfer, cash or gift card. */
  attemptId?: number | null;
  payee?: { iban: string | null; name: string | null; bic?: string | null };
  /** Null: automatic. */
  editorId: number | null;
  /** Another mail already tells everything, also asking for the account. */
  isTold?: boolean;
};

const wayOf: Record<string, RefundWay | undefined> = { [cashMethod]: 'cash', [giftCardMethod]: 'giftcard' };

/**
 * Opens a refund. False when it was opened before. Provider refunds are started by the job; gift card refunds complete
 * in this write, because no money moves.
 */
export async function openRefund(work: Work, input: NewRefund): Promise<boolean> {
  const { payee, attemptId = null, isTold = false, ...row } = input;
  const way = attemptId !== null ? 'provider' : (wayOf[row.method] ?? 'transfer');
  const opened = await work.tx
    .insert(refunds)
    .values({
      ...withCents(row, ['amount']),
      attemptId,
      way,
      status: 'pending',
      iban: payee?.iban ?? null,
      accountHolder: payee?.name ?? null,
      bic: payee?.bic ?? null,
      nextTryAt: attemptId === null ? null : work.now,
      createdAt: work.now,
    } satisfies Partial<RefundRow>)
    .onConflictDoNothing({ target: refunds.reference })
    .returning({ id: refunds.id });
  const [refund] = opened;
  if (!refund) return false;
  if (way === 'giftcard') {
    const { orderId, amount, editorId } = input;
    await putBackOnCards(work, { orderId, amount, editorId });
    const reference = `back|${refund.id}`;
    await settleRefund(work, { refundId: refund.id, method: giftCardMethod, reference, editorId, isTold });
  } else await showRefunds(work, input.orderId);
  if (way === 'transfer' && !payee?.iban && !isTold)
    await askForAccount(work, { id: refund.id, orderId: input.orderId });
  await work.announce(refundOpened({ orderId: input.orderId, refundId: refund.id, amount: input.amount }));
  return true;
}
