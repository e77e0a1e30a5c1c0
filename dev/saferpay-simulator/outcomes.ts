import { randomUUID } from 'node:crypto';
import type { CardView, Outcome, Payment, TokenState, Transaction } from './books.ts';
import type { Core } from './core.ts';
import { captureIdOf, digits, newTransactionId } from './ids.ts';
import { familyOf, isWallet } from './methods.ts';
import { stateOf } from './payments.ts';
import type { Liability } from './test-cards.ts';

/** The payer's action. `method` is a method or a wallet. */
export type Choice = {
  method: string;
  outcome: Outcome;
  card?: CardView | undefined;
  /** The card's brand, where the method leaves it open. */
  brand?: string | undefined;
  liability?: Liability | undefined;
  iban?: string | undefined;
};

const anyLiability: Liability = { shift: true, authenticated: true, kind: 'FRICTIONLESS' };
const anyCard = (year: number): CardView => ({
  masked: '901000xxxxxx0001',
  last4: '0001',
  expYear: year + 3,
  expMonth: 9,
  holder: 'Test Person',
});

/** Opens the page once. false: already opened, or expired. */
export function openPage(core: Core, payment: Payment, pageKey: string): boolean {
  const now = core.now();
  if (stateOf(core, payment, now) !== 'INITIALIZED') return false;
  payment.state = 'OPENED';
  payment.touchedAt = now;
  payment.pageKey = pageKey;
  core.books.indexPage(payment);
  return true;
}

/** Ends an opened payment: stores the outcome and sends the notification. @returns the redirect; null: none */
export function finish(core: Core, payment: Payment, choice: Choice): string | null {
  const outcome = choice.outcome === 'ABORTED' ? 'ABORTED' : (payment.forced ?? choice.outcome);
  payment.challenge = null;
  if (outcome === 'ABANDONED') {
    payment.isClosed = true;
    return null;
  }
  if (outcome === 'ABORTED') {
    payment.state = 'ABORTED';
    core.notifications.send(payment, 'fail');
    return payment.returnTo.abort;
  }
  if (outcome === 'PAID' || outcome === 'PAID_WITHOUT_RETURN' || outcome === 'PENDING') {
    const transaction = record(core, payment, choice, outcome === 'PENDING');
    payment.state = transaction.status as TokenState;
    payment.isClosed = outcome === 'PAID_WITHOUT_RETURN';
    // A pending payment has no notification yet.
    if (outcome !== 'PENDING') core.notifications.send(payment, 'success');
    return payment.isClosed ? null : payment.returnTo.success;
  }
  payment.state = outcome === '3DS_FAILED' ? '3DS_FAILED' : 'DECLINED';
  payment.failure =
    outcome === '3DS_FAILED'
      ? { errorName: '3DS_AUTHENTICATION_FAILED' }
      : outcome === 'DECLINED'
        ? { errorName: 'TRANSACTION_DECLINED', processorResult: '05', processorMessage: 'Declined' }
        : outcome;
  payment.transactionId = newTransactionId();
  core.notifications.send(payment, 'fail');
  return payment.returnTo.fail;
}

function record(core: Core, payment: Payment, choice: Choice, isPending: boolean): Transaction {
  const now = core.now();
  const wallet = isWallet(choice.method) ? choice.method : null;
  const method = choice.brand ?? (wallet ? 'VISA' : choice.method);
  const isCard = familyOf(method) === 'card';
  const id = newTransactionId();
  const hasMoved = familyOf(method) === 'bank' && !isPending;
  const transaction: Transaction = {
    id,
    type: 'PAYMENT',
    status: isPending ? 'PENDING' : hasMoved ? 'CAPTURED' : 'AUTHORIZED',
    customerId: payment.customerId,
    terminalId: payment.terminalId,
    orderId: payment.orderId,
    createdAt: now,
    amount: { ...payment.amount },
    capturedAt: hasMoved ? now : null,
    capturedValue: hasMoved ? payment.amount.value : 0,
    captureId: hasMoved ? captureIdOf(id) : null,
    pending: isPending ? 'payment' : null,
    pendingNotify: null,
    hasFailed: false,
    isClosed: false,
    method,
    wallet,
    card: isCard ? (choice.card ?? anyCard(new Date(now).getUTCFullYear())) : null,
    iban: choice.iban ?? null,
    liability: isCard ? (choice.liability ?? anyLiability) : null,
    payerIp: payment.payerIp,
    acquirerReference: digits(11),
    approvalCode: digits(6),
    xid: randomUUID(),
    refundOf: null,
    altered: null,
  };
  payment.transactionId = id;
  core.books.addTransaction(transaction);
  return transaction;
}

/** The acquirer's decision about a pending payment, capture or refund, by transaction id or token. false: nothing is pending. */
export function finishPending(core: Core, idOrToken: string, accepted: boolean): boolean {
  const { books } = core;
  const token = books.payments.get(idOrToken);
  const transaction = books.transactions.get(token?.transactionId ?? idOrToken);
  if (!transaction?.pending) return false;
  const what = transaction.pending;
  transaction.pending = null;
  transaction.hasFailed = !accepted;
  if (!accepted) {
    transaction.status = 'CANCELED';
    transaction.capturedValue = 0;
  } else if (what === 'payment' && familyOf(transaction.method) !== 'bank') transaction.status = 'AUTHORIZED';
  else markCaptured(core, transaction, what === 'capture' ? transaction.capturedValue : transaction.amount.value);
  if (what === 'payment') {
    const payment = books.tokenOf(transaction);
    if (!payment) return true;
    payment.state = accepted ? (transaction.status as TokenState) : 'DECLINED';
    payment.failure = accepted ? null : { errorName: 'TRANSACTION_DECLINED', processorResult: '05' };
    core.notifications.send(payment, accepted ? 'success' : 'fail');
  } else if (transaction.pendingNotify) {
    core.notifications.sendTo(transaction.id, 'pending', transaction.pendingNotify);
  }
  return true;
}

export function markCaptured(core: Core, transaction: Transaction, value: number): void {
  transaction.status = 'CAPTURED';
  transaction.capturedAt = core.now();
  transaction.capturedValue = value;
  transaction.captureId = captureIdOf(transaction.id);
  core.books.indexCapture(transaction);
}
