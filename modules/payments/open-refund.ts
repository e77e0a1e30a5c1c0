import { and, eq, isNull, ne, or } from 'drizzle-orm';
import { userById } from '#modules/accounts/index.ts';
import { putBackOnCards } from '#modules/gift-cards/index.ts';
import { orderOf } from '#modules/orders/index.ts';
import type { Work } from '#src/data/work.ts';
import { present } from '#src/kernel/assert.ts';
import { type Cents, withCents } from '#src/kernel/money.ts';
import { cashMethod, giftCardMethod } from '#src/kernel/payment-methods.ts';
import { type RefundRow, showRefunds } from './money-of-order.ts';
import { settleRefund } from './refunds/settle-refund.ts';
import { refundOpened } from './rules/facts.ts';
import type { RefundReason, RefundWay } from './rules/states.ts';
import { refunds } from './schema.ts';

type NewRefund = {
  orderId: number;
  amount: Cents;
  reason: RefundReason;
  /** Idempotency key: the event that caused the refund. */
  reference: string;
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

/** Opens a refund. False when it exists. Gift card refunds complete in this write, because no money moves. */
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

type OfRefund = { id: number; orderId: number };

/** Asks the buyer for an account, once per refund. */
export const askForAccount = (work: Work, refund: OfRefund): Promise<void> => write(work, 'RefundAccount', refund);

export const mailRefund = (work: Work, refund: OfRefund): Promise<void> => write(work, 'RefundSent', refund);

async function write(work: Work, type: 'RefundAccount' | 'RefundSent', { id, orderId }: OfRefund): Promise<void> {
  const { userId, language: locale } = present(await orderOf(work.tx, orderId), 'a refund has an order');
  const { email: recipient } = present(await userById(work.tx, userId), 'an order has a buyer');
  const params = { orderId, refundId: id };
  await work.post({ type, uniqueKey: `${type}|${id}`, recipient, locale, params, orderId });
}

/** Withdraws unsent refunds whose cause is undone: the order was reactivated or became more expensive. */
export async function withdrawWaitingRefunds(
  { tx, now }: Work,
  orderId: number,
  reason: 'granted' | 'moved' = 'granted',
): Promise<void> {
  await tx
    .update(refunds)
    .set({ status: 'withdrawn', nextTryAt: null, settledAt: now })
    .where(
      and(
        eq(refunds.orderId, orderId),
        eq(refunds.status, 'pending'),
        eq(refunds.reason, reason),
        isNull(refunds.fileId),
        or(eq(refunds.tries, 0), ne(refunds.way, 'provider')),
      ),
    );
}
