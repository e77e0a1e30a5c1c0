import type { Cents } from '#src/kernel/money.ts';
import type { OnlineMethod } from '#src/kernel/payment-methods.ts';
import type { FailureHandling, ProviderStatus } from '../rules/states.ts';

/** What is asked of the provider; the names of the Saferpay JSON API. */
export type Operation =
  | 'Initialize'
  | 'Assert'
  | 'Capture'
  | 'Cancel'
  | 'Refund'
  | 'AssertCapture'
  | 'AssertRefund'
  | 'Inquire';

/** Why the provider did not do what it was asked. */
export type ProviderFailure = {
  operation: Operation;
  /**
   * `refused` it said no and did nothing · `noResponse` nobody knows whether it was done · `unexpected` an answer outside
   * of the protocol: nobody knows either.
   */
  kind: 'refused' | 'noResponse' | 'unexpected';
  /** `ErrorName` of the protocol; null when it gave none. */
  errorName: string | null;
  handling: FailureHandling;
  /** The PAYMENT_… code of this failure. */
  code:
    | 'PAYMENT_INIT_FAILED'
    | 'PAYMENT_ASSERT_FAILED'
    | 'PAYMENT_CAPTURE_FAILED'
    | 'PAYMENT_REFUND_FAILED'
    | 'PAYMENT_NO_RESPONSE'
    | 'PAYMENT_UNEXPECTED';
  /** For administrators and the log: message of the processor, else of the provider. */
  message: string;
  /** From the issuer, safe to show to the payer. */
  payerMessage: string | null;
  transactionId: string | null;
};

export type Outcome<T> = ({ ok: true } & T) | { ok: false; failure: ProviderFailure };

/** One payment or refund as the provider knows it. */
export type ProviderTransaction = {
  type: string;
  status: ProviderStatus;
  id: string;
  captureId: string | null;
  /** Cents. */
  amount: Cents;
  /** ISO 4217. */
  currency: string;
  orderId: string | null;
  /** For people: `VISA xxxx xxxx xxxx 1234`. */
  means: string | null;
};

/**
 * The payment provider. Every call is one request of the Saferpay JSON API, tried again with growing pauses where that
 * cannot do a thing twice. `requestId` names a request over all its tries, also those after a restart: `retry` counts
 * them from 0.
 */
export type Provider = {
  initialize(input: {
    requestId: string;
    orderId: string;
    /** Cents above 0. */
    amount: Cents;
    method: OnlineMethod;
    description: string;
    /** On the payer's statement. */
    payerNote: string;
    language: 'de' | 'en';
    returnUrl: string;
    successNotifyUrl: string;
    failNotifyUrl: string;
  }): Promise<Outcome<{ token: string; pageUntil: number; redirectUrl: string }>>;
  assert(input: { token: string }): Promise<Outcome<{ transaction: ProviderTransaction }>>;
  capture(input: {
    transactionId: string;
    requestId: string;
    retry: number;
  }): Promise<Outcome<{ status: 'CAPTURED' | 'PENDING'; captureId: string | null }>>;
  /** Takes an authorization back; no money moves. */
  cancel(input: { transactionId: string; requestId: string }): Promise<Outcome<object>>;
  /** One try alone: whether it was done is asked by `inquire` before another. */
  refund(input: {
    captureId: string;
    /** Cents. */
    amount: Cents;
    /** The refund's own; it can be asked for by it. */
    orderId: string;
    requestId: string;
    description: string;
  }): Promise<Outcome<{ transaction: ProviderTransaction }>>;
  assertCapture(input: { captureId: string }): Promise<Outcome<{ status: 'CAPTURED' | 'PENDING' }>>;
  assertRefund(input: { transactionId: string }): Promise<Outcome<{ status: 'CAPTURED' | 'PENDING' }>>;
  /** By the provider's own id, or by the order id that we gave it. */
  inquire(
    input: { transactionId: string } | { orderId: string },
  ): Promise<Outcome<{ transaction: ProviderTransaction }>>;
};
