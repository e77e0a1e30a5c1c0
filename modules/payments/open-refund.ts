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
  /** What it is the answer to; the same one opens one refund. */
  reference: string;
  /** Of the payment that goes back. */
  method: string;
  /** The captured payment at the provider that it goes back through; without one it is a transfer, cash, or a gift card. */
  attemptId?: number | null;
  /** Where a transfer goes, when it is known. */
  payee?: { iban: string | null; name: string | null; bic?: string | null };
  /** null: by the house. */
  editorId: number | null;
  /** The mail that goes out with it says everything, also where the account is asked for. */
  isTold?: boolean;
};

const wayOf: Record<string, RefundWay | undefined> = { [cashMethod]: 'cash', [giftCardMethod]: 'giftcard' };

/**
 * Money is to go back. Answers false when this refund was opened before. The provider's are begun by the job; what goes
 * onto gift cards is there with this write, as nobody has to move any money.
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
