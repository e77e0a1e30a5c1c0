import { hours, type Instant, plus } from '#src/kernel/time.ts';
import { type SimulatedAccount, terminalOf } from './accounts.ts';
import type { Payment, TokenState } from './books.ts';
import { dateText } from './clock.ts';
import type { Core } from './core.ts';
import { ApiRefusal, type ErrorFields, type ErrorName, refuseApi } from './errors.ts';
import { newToken } from './ids.ts';
import { lackOf, nameOf, offerOf, type Wishes } from './methods.ts';
import { transactionBody } from './shapes.ts';
import { type InputOf, notifyOf, refuseDetails, requiredDetail, returnOf } from './validation.ts';
import { isAtLeast } from './versions.ts';

/** @throws ApiRefusal */
export function initialize(
  core: Core,
  account: SimulatedAccount,
  requested: InputOf<'PaymentPage/Initialize'>,
): Record<string, unknown> {
  const { Amount: amount, Description: description, OrderId: orderId } = requested.Payment;
  const terminal = terminalOf(account, requested.TerminalId);
  if (!terminal) return refuseApi('PERMISSION_DENIED', 'The terminal does not belong to the customer');
  if (!terminal.currencies.includes(amount.CurrencyCode))
    return refuseApi('NO_CONTRACT', `No contract available for ${amount.CurrencyCode}`);
  const notify = notifyOf(requested);
  const wishes: Wishes = {
    version: requested.RequestHeader.SpecVersion,
    methods: requested.PaymentMethods ?? undefined,
    wallets: requested.Wallets ?? undefined,
    canBeNotified: notify.success !== null,
    hasItems: Boolean(requested.Order),
  };
  const lack = lackOf(wishes);
  if (lack) refuseDetails([requiredDetail(lack)]);
  const now = core.now();
  const payment: Payment = {
    token: newToken(),
    customerId: account.customerId,
    terminalId: terminal.terminalId,
    version: requested.RequestHeader.SpecVersion,
    state: 'INITIALIZED',
    createdAt: now,
    expiresAt: plus(now, core.settings.pageExpiryMs),
    amount: { value: Number(amount.Value), currency: amount.CurrencyCode },
    orderId: orderId ?? null,
    description,
    language: requested.Payer?.LanguageCode ?? null,
    payerIp: requested.Payer?.IpAddress ?? null,
    offer: offerOf(terminal, wishes),
    returnTo: returnOf(requested),
    notify,
    pageKey: null,
    touchedAt: null,
    challenge: null,
    isClosed: false,
    forced: core.misbehaviour.nextOutcome(),
    failure: null,
    transactionId: null,
  };
  core.books.addPayment(payment);
  return { Token: payment.token, Expiration: dateText(payment.expiresAt), RedirectUrl: redirectUrl(core, payment) };
}

export const redirectUrl = ({ baseUrl }: Core, { customerId, terminalId, token }: Payment): string =>
  `${baseUrl}/vt2/api/PaymentPage/${customerId}/${terminalId}/${token}`;

/** The maximum life of an opened page. */
const longestSessionMs = hours(1);

export function stateOf({ settings }: Core, payment: Payment, now: Instant): TokenState | 'EXPIRED' {
  const { state, createdAt, expiresAt, touchedAt } = payment;
  if (state === 'INITIALIZED') return now >= expiresAt ? 'EXPIRED' : state;
  const life = state === 'PENDING' ? settings.pendingAssertLifeMs : settings.assertLifeMs;
  if (now >= plus(createdAt, life)) return 'EXPIRED';
  if (state !== 'OPENED' || touchedAt === null) return state;
  const isLeft = now >= plus(touchedAt, settings.pageSessionMs) || now >= plus(expiresAt, longestSessionMs);
  return isLeft ? 'EXPIRED' : state;
}

/** Errors of Assert by state. */
const refusals: Partial<Record<TokenState | 'EXPIRED', [ErrorName, string]>> = {
  EXPIRED: ['TOKEN_EXPIRED', 'The token has expired'],
  INITIALIZED: ['TRANSACTION_NOT_STARTED', 'The payer has not opened the payment page'],
  OPENED: ['TRANSACTION_IN_WRONG_STATE', 'Transaction still in progress or abandoned by the payer.'],
  ABORTED: ['TRANSACTION_ABORTED', 'Transaction aborted by the payer'],
};

/** @throws ApiRefusal */
export function assertPayment(
  core: Core,
  account: SimulatedAccount,
  requested: InputOf<'PaymentPage/Assert'>,
): Record<string, unknown> {
  const payment = core.books.payments.get(requested.Token);
  if (!payment || payment.customerId !== account.customerId)
    return refuseApi('TOKEN_INVALID', 'The token is not known');
  const version = requested.RequestHeader.SpecVersion;
  const orderId = payment.orderId && isAtLeast(version, '1.30') ? { OrderId: payment.orderId } : {};
  const state = stateOf(core, payment, core.now());
  const refusal = refusals[state];
  if (refusal) return refuseApi(...refusal, orderId);
  if (state === 'DECLINED' || state === '3DS_FAILED') throw declined(payment, orderId);
  const transaction = core.books.transactions.get(payment.transactionId ?? '');
  if (!transaction) return refuseApi('INTERNAL_ERROR', 'The transaction is not in the books');
  return transactionBody(transaction, version);
}

function declined(payment: Payment, orderId: ErrorFields): ApiRefusal {
  const { failure, transactionId, offer } = payment;
  const name = failure?.errorName ?? 'TRANSACTION_DECLINED';
  const message = name === 'TRANSACTION_DECLINED' ? 'Transaction declined by acquirer' : name;
  const processor = failure?.processorResult
    ? {
        ProcessorName: `${nameOf(offer.methods[0] ?? 'VISA')} Saferpay Test`,
        ProcessorResult: failure.processorResult,
        ProcessorMessage: failure.processorMessage ?? 'Declined',
        PayerMessage: failure.processorMessage ?? 'Declined',
      }
    : {};
  const fields = { ...(transactionId ? { TransactionId: transactionId } : {}), ...orderId, ...processor };
  return new ApiRefusal(name, message, fields, { behavior: failure?.behavior });
}
