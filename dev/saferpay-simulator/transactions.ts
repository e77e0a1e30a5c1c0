import { randomUUID } from 'node:crypto';
import { plus } from '#src/kernel/time.ts';
import { type SimulatedAccount, terminalOf } from './accounts.ts';
import type { Transaction } from './books.ts';
import { dateText, isDayClosedBetween } from './clock.ts';
import type { Core } from './core.ts';
import { refuseApi } from './errors.ts';
import { captureIdOf, digits, newTransactionId } from './ids.ts';
import { familyOf } from './methods.ts';
import { markCaptured } from './outcomes.ts';
import { transactionBody } from './shapes.ts';
import { type InputOf, refuseDetails } from './validation.ts';
import { hasInquire, refundsCaptures } from './versions.ts';

type Answer = Record<string, unknown>;
type Reference = {
  TransactionId?: string | undefined;
  OrderId?: string | undefined;
  CaptureId?: string | undefined;
};

function find({ books }: Core, account: SimulatedAccount, reference: Reference): Transaction {
  const { TransactionId: id, OrderId: orderId, CaptureId: captureId } = reference;
  const found = id
    ? books.transactions.get(id)
    : captureId
      ? books.byCaptureId(captureId)
      : books.byOrderId(account.customerId, orderId ?? '');
  if (!found || found.customerId !== account.customerId)
    return refuseApi('TRANSACTION_NOT_FOUND', 'The transaction is not known');
  return found;
}

const namesOf = ({ id, orderId }: Transaction) => ({
  TransactionId: id,
  ...(orderId ? { OrderId: orderId } : {}),
});

const wrongState = (transaction: Transaction): never =>
  refuseApi('TRANSACTION_IN_WRONG_STATE', 'Invalid action', namesOf(transaction));
const alreadyCaptured = (transaction: Transaction): never =>
  refuseApi('TRANSACTION_ALREADY_CAPTURED', 'Transaction already captured', namesOf(transaction));

export function capture(core: Core, account: SimulatedAccount, requested: InputOf<'Transaction/Capture'>): Answer {
  const transaction = find(core, account, requested.TransactionReference);
  if (transaction.status === 'CAPTURED' || transaction.pending === 'capture') alreadyCaptured(transaction);
  if (transaction.status !== 'AUTHORIZED') wrongState(transaction);
  const wanted = requested.Amount;
  if (wanted && wanted.CurrencyCode !== transaction.amount.currency)
    refuseApi('CURRENCY_INVALID', 'The currency differs from the authorized one', namesOf(transaction));
  const value = wanted ? Number(wanted.Value) : transaction.amount.value;
  if (value > transaction.amount.value)
    refuseApi('AMOUNT_INVALID', 'The amount is above the authorized one', namesOf(transaction));
  if (core.misbehaviour.isNextPending('capture')) {
    transaction.status = 'PENDING';
    transaction.pending = 'capture';
    transaction.pendingNotify = requested.PendingNotification?.NotifyUrl ?? null;
    transaction.captureId = captureIdOf(transaction.id);
    transaction.capturedValue = value;
    core.books.indexCapture(transaction);
    return { CaptureId: transaction.captureId, Status: 'PENDING' };
  }
  markCaptured(core, transaction, value);
  const names = refundsCaptures(requested.RequestHeader.SpecVersion)
    ? { CaptureId: transaction.captureId }
    : namesOf(transaction);
  return { ...names, Status: 'CAPTURED', Date: dateText(core.now()) };
}

export function cancel(core: Core, account: SimulatedAccount, requested: InputOf<'Transaction/Cancel'>): Answer {
  const transaction = find(core, account, requested.TransactionReference);
  const { status } = transaction;
  if (status === 'CAPTURED') refuseCancelOfCaptured(core, transaction);
  else if (status !== 'AUTHORIZED') wrongState(transaction);
  transaction.status = 'CANCELED';
  transaction.capturedValue = 0;
  return { ...namesOf(transaction), Date: dateText(core.now()) };
}

/** Captures can be canceled until the daily closing. */
function refuseCancelOfCaptured(core: Core, transaction: Transaction): void {
  const family = familyOf(transaction.method);
  if (family === 'bank')
    refuseApi('ACTION_NOT_SUPPORTED', 'This means of payment cannot be cancelled', namesOf(transaction));
  if (family !== 'card' || core.settings.strictCancel || isClosed(core, transaction)) alreadyCaptured(transaction);
  if (core.books.refundsOf(transaction).some(({ status }) => status !== 'CANCELED')) wrongState(transaction);
}

const isClosed = (core: Core, { isClosed: byHand, capturedAt }: Transaction): boolean =>
  byHand || (capturedAt !== null && isDayClosedBetween(capturedAt, core.now()));

export function refund(core: Core, account: SimulatedAccount, requested: InputOf<'Transaction/Refund'>): Answer {
  const payment = find(core, account, requested.CaptureReference ?? requested.TransactionReference ?? {});
  if (payment.type !== 'PAYMENT' || payment.status !== 'CAPTURED') wrongState(payment);
  if (payment.method === 'GIROPAY')
    refuseApi('ACTION_NOT_SUPPORTED', 'This means of payment cannot be refunded', namesOf(payment));
  const { Amount: amount, OrderId: orderId, RestrictRefundAmountToCapturedAmount: isRestricted } = requested.Refund;
  if (amount.CurrencyCode !== payment.amount.currency)
    refuseApi('CURRENCY_INVALID', 'The currency differs from the captured one', namesOf(payment));
  const value = Number(amount.Value);
  const before = core.books
    .refundsOf(payment)
    .filter(({ status }) => status !== 'CANCELED')
    .reduce((sum, each) => sum + each.amount.value, 0);
  if (isRestricted && before + value > payment.capturedValue)
    refuseApi('AMOUNT_INVALID', 'The refunds would exceed the captured amount', namesOf(payment));
  const isPending = core.misbehaviour.isNextPending('refund');
  const made: Transaction = {
    ...payment,
    id: newTransactionId(),
    type: 'REFUND',
    status: isPending ? 'PENDING' : 'AUTHORIZED',
    orderId: orderId ?? null,
    createdAt: core.now(),
    amount: { value, currency: payment.amount.currency },
    capturedAt: null,
    capturedValue: 0,
    captureId: null,
    pending: isPending ? 'refund' : null,
    pendingNotify: requested.PendingNotification?.NotifyUrl ?? null,
    isClosed: false,
    acquirerReference: digits(11),
    approvalCode: digits(6),
    xid: randomUUID(),
    refundOf: payment.id,
    altered: null,
  };
  // A card's refund moves no money before its capture; other methods have no such step.
  if (!isPending && familyOf(payment.method) !== 'card') markCaptured(core, made, value);
  core.books.addTransaction(made);
  return transactionBody(made, requested.RequestHeader.SpecVersion);
}

export function assertCapture(
  core: Core,
  account: SimulatedAccount,
  requested: InputOf<'Transaction/AssertCapture'>,
): Answer {
  return finalStatus(find(core, account, requested.CaptureReference));
}

export function assertRefund(
  core: Core,
  account: SimulatedAccount,
  requested: InputOf<'Transaction/AssertRefund'>,
): Answer {
  const transaction = find(core, account, requested.TransactionReference);
  return transaction.type === 'REFUND' ? finalStatus(transaction) : wrongState(transaction);
}

function finalStatus(transaction: Transaction): Answer {
  const { pending, capturedAt, status, hasFailed } = transaction;
  if (hasFailed) refuseApi('TRANSACTION_DECLINED', 'Transaction declined by acquirer', namesOf(transaction));
  if (pending === 'capture' || pending === 'refund') return { ...namesOf(transaction), Status: 'PENDING' };
  if (status !== 'CAPTURED' || capturedAt === null) return wrongState(transaction);
  return { ...namesOf(transaction), Status: 'CAPTURED', Date: dateText(capturedAt) };
}

export function inquire(core: Core, account: SimulatedAccount, requested: InputOf<'Transaction/Inquire'>): Answer {
  const { SpecVersion: version } = requested.RequestHeader;
  if (!hasInquire(version)) refuseDetails(['RequestHeader.SpecVersion: The field SpecVersion is invalid.']);
  const transaction = find(core, account, requested.TransactionReference);
  const isTooNew = core.now() < plus(transaction.createdAt, core.settings.inquireLagMs);
  if (transaction.hasFailed || isTooNew) refuseApi('TRANSACTION_NOT_FOUND', 'The transaction is not known');
  return transactionBody(transaction, version);
}

export function closeBatch(core: Core, account: SimulatedAccount, requested: InputOf<'Batch/Close'>): Answer {
  if (!terminalOf(account, requested.TerminalId))
    return refuseApi('PERMISSION_DENIED', 'The terminal does not belong to the customer');
  for (const transaction of core.books.transactions.values()) {
    if (transaction.terminalId === requested.TerminalId && transaction.status === 'CAPTURED')
      transaction.isClosed = true;
  }
  return {};
}
