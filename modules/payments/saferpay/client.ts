import type { Cents } from '#src/kernel/money.ts';
import type { OnlineMethod } from '#src/kernel/payment-methods.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Provider, ProviderTransaction } from './provider.ts';
import {
  anyAnswer,
  captureAnswer,
  initializeAnswer,
  stateAnswer,
  type TransactionAnswer,
  transactionAnswer,
} from './shapes.ts';
import { makeCall, type SaferpayOptions } from './transport.ts';

/** One entry skips the provider's selection page; a wallet is only offered alone if no other method is named. */
const choices: Record<OnlineMethod, { PaymentMethods: string[] } | { Wallets: string[] }> = {
  visa: { PaymentMethods: ['VISA'] },
  mastercard: { PaymentMethods: ['MASTERCARD'] },
  eps: { PaymentMethods: ['EPS'] },
  giropay: { PaymentMethods: ['GIROPAY'] },
  sofort: { PaymentMethods: ['SOFORT'] },
  applepay: { Wallets: ['APPLEPAY'] },
  googlepay: { Wallets: ['GOOGLEPAY'] },
};

const walletNames: Record<string, string> = { APPLEPAY: 'Apple Pay', GOOGLEPAY: 'Google Pay' };

function meansOf({ PaymentMeans: means }: TransactionAnswer): string | null {
  const wallet = means?.Wallet ? (walletNames[means.Wallet] ?? means.Wallet) : null;
  const brand = means?.Brand?.PaymentMethod ?? means?.Brand?.Name ?? null;
  const parts = [wallet, brand, means?.DisplayText].filter((part) => part);
  return parts.length > 0 ? parts.join(' ').slice(0, 100) : null;
}

function transactionOf(answer: TransactionAnswer): ProviderTransaction {
  const { Type, Status, Id, CaptureId, Amount, OrderId } = answer.Transaction;
  return {
    type: Type,
    status: Status,
    id: Id,
    captureId: CaptureId ?? null,
    amount: Amount.Value,
    currency: Amount.CurrencyCode,
    orderId: OrderId ?? null,
    means: meansOf(answer),
  };
}

const euro = (amount: Cents) => ({ Value: String(amount), CurrencyCode: 'EUR' });

/** Client of the Saferpay JSON API (SpecVersion 1.25 to 1.53) for the hosted payment page. */
function makeSaferpay(options: SaferpayOptions): Provider {
  const call = makeCall(options);
  const { specVersion, terminalId } = options.config;
  const transaction = async (
    operation: 'Assert' | 'Inquire' | 'Refund',
    path: string,
    body: object,
    rest: { requestId?: string; repeatable: boolean },
  ) => {
    const outcome = await call({ operation, path, body, answer: transactionAnswer, ...rest });
    return outcome.ok ? { ok: true as const, transaction: transactionOf(outcome.answer) } : outcome;
  };
  return {
    async initialize(input) {
      const { returnUrl, successNotifyUrl, failNotifyUrl } = input;
      const outcome = await call({
        operation: 'Initialize',
        path: 'PaymentPage/Initialize',
        requestId: input.requestId,
        // An unused page does no harm.
        repeatable: true,
        answer: initializeAnswer,
        body: {
          TerminalId: terminalId,
          Payment: {
            Amount: euro(input.amount),
            OrderId: input.orderId,
            Description: input.description,
            PayerNote: input.payerNote,
          },
          ...choices[input.method],
          Payer: { LanguageCode: input.language },
          ...(isAtLeast(specVersion, '1.32')
            ? { ReturnUrl: { Url: returnUrl } }
            : { ReturnUrls: { Success: returnUrl, Fail: returnUrl } }),
          Notification: isAtLeast(specVersion, '1.24')
            ? { SuccessNotifyUrl: successNotifyUrl, FailNotifyUrl: failNotifyUrl }
            : { NotifyUrl: successNotifyUrl },
        },
      });
      if (!outcome.ok) return outcome;
      const { Token, Expiration, RedirectUrl } = outcome.answer;
      return { ok: true, token: Token, pageUntil: Date.parse(Expiration), redirectUrl: RedirectUrl };
    },
    assert: ({ token }) => transaction('Assert', 'PaymentPage/Assert', { Token: token }, { repeatable: true }),
    inquire: (input) =>
      transaction(
        'Inquire',
        'Transaction/Inquire',
        {
          TransactionReference:
            'orderId' in input ? { OrderId: input.orderId } : { TransactionId: input.transactionId },
        },
        { repeatable: true },
      ),
    async capture({ transactionId, requestId, retry }) {
      const outcome = await call({
        operation: 'Capture',
        path: 'Transaction/Capture',
        requestId,
        retry,
        // A second capture is refused with TRANSACTION_ALREADY_CAPTURED.
        repeatable: true,
        answer: captureAnswer,
        body: { TransactionReference: { TransactionId: transactionId } },
      });
      if (!outcome.ok) return outcome;
      return { ok: true, status: outcome.answer.Status, captureId: outcome.answer.CaptureId ?? null };
    },
    cancel: ({ transactionId, requestId }) =>
      call({
        operation: 'Cancel',
        path: 'Transaction/Cancel',
        requestId,
        repeatable: true,
        answer: anyAnswer,
        body: { TransactionReference: { TransactionId: transactionId } },
      }),
    refund: ({ captureId, amount, orderId, requestId, description }) =>
      transaction(
        'Refund',
        'Transaction/Refund',
        {
          Refund: {
            Amount: euro(amount),
            OrderId: orderId,
            Description: description,
            RestrictRefundAmountToCapturedAmount: true,
          },
          CaptureReference: { CaptureId: captureId },
        },
        { requestId, repeatable: false },
      ),
    async assertCapture({ captureId }) {
      const body = { CaptureReference: { CaptureId: captureId } };
      const path = 'Transaction/AssertCapture';
      const outcome = await call({ operation: 'AssertCapture', path, body, answer: stateAnswer, repeatable: true });
      return outcome.ok ? { ok: true, status: outcome.answer.Status } : outcome;
    },
    async assertRefund({ transactionId }) {
      const body = { TransactionReference: { TransactionId: transactionId } };
      const path = 'Transaction/AssertRefund';
      const outcome = await call({ operation: 'AssertRefund', path, body, answer: stateAnswer, repeatable: true });
      return outcome.ok ? { ok: true, status: outcome.answer.Status } : outcome;
    },
  };
}

/** Compares SpecVersions as two numbers: 1.9 is below 1.10. */
export function isAtLeast(version: string, other: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [otherMajor = 0, otherMinor = 0] = other.split('.').map(Number);
  return major > otherMajor || (major === otherMajor && minor >= otherMinor);
}

const made = new WeakMap<object, Provider>();

export function providerOf({ config, fetch, log }: Pick<Deps, 'config' | 'fetch' | 'log'>): Provider | null {
  if (!config.saferpay) return null;
  const known = made.get(config);
  if (known) return known;
  const provider = makeSaferpay({ config: config.saferpay, fetch, log });
  made.set(config, provider);
  return provider;
}
