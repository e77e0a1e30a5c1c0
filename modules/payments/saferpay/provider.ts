import type { Cents } from '#src/kernel/money.ts';
import type { OnlineMethod } from '#src/kernel/payment-methods.ts';
import type { FailureHandling, ProviderStatus } from '../rules/states.ts';

export type Operation =
  | 'Initialize'
  | 'Assert'
  | 'Capture'
  | 'Cancel'
  | 'Refund'
  | 'AssertCapture'
  | 'AssertRefund'
  | 'Inquire';

export type ProviderFailure = {
  operation: Operation;
  /** `refused`: not done. `noResponse`: may be done. `unexpected`: an invalid answer, may be done. */
  kind: 'refused' | 'noResponse' | 'unexpected';
  /** `ErrorName` of the protocol; null without one. */
  errorName: string | null;
  handling: FailureHandling;
  code:
    | 'PAYMENT_INIT_FAILED'
    | 'PAYMENT_ASSERT_FAILED'
    | 'PAYMENT_CAPTURE_FAILED'
    | 'PAYMENT_REFUND_FAILED'
    | 'PAYMENT_NO_RESPONSE'
    | 'PAYMENT_UNEXPECTED';
  /** For administrators and logs: message of the processor, else of the provider. */
  message: string;
  /** From the issuer; safe to show to the payer. */
  payerMessage: string | null;
  transactionId: string | null;
};

export type Outcome<T> = ({ ok: true } & T) | { ok: false; failure: ProviderFailure };

export type ProviderTransaction = {
  type: string;
  status: ProviderStatus;
  id: string;
  captureId: string | null;
  amount: Cents;
  currency: string;
  orderId: string | null;
  /** For people: `VISA xxxx xxxx xxxx 1234`. */
  means: string | null;
};

/**
 * Each call is one request, retried with backoff if that is safe. `requestId` identifies a request over all its tries,
 * also after a restart; `retry` counts them from 0.
 */
export type Provider = {
  initialize(input: {
    requestId: string;
    orderId: string;
    amount: Cents;
    method: OnlineMethod;
    description: string;
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
  /** Cancels an authorization; no money moves. */
  cancel(input: { transactionId: string; requestId: string }): Promise<Outcome<object>>;
  /** A single try; call `inquire` before another. */
  refund(input: {
    captureId: string;
    amount: Cents;
    /** Id of the refund, by which it can be inquired. */
    orderId: string;
    requestId: string;
    description: string;
  }): Promise<Outcome<{ transaction: ProviderTransaction }>>;
  assertCapture(input: { captureId: string }): Promise<Outcome<{ status: 'CAPTURED' | 'PENDING' }>>;
  assertRefund(input: { transactionId: string }): Promise<Outcome<{ status: 'CAPTURED' | 'PENDING' }>>;
  /** By transaction id, or by the order id that we assigned. */
  inquire(
    input: { transactionId: string } | { orderId: string },
  ): Promise<Outcome<{ transaction: ProviderTransaction }>>;
};
