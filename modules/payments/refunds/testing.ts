import { eq } from 'drizzle-orm';
import { secretToken } from '#src/kernel/ids.ts';
import type { TestShop } from '#tests/support/shop.ts';
import { receivePayment } from '../receive-payment.ts';
import type { Outcome, Provider, ProviderFailure, ProviderTransaction } from '../saferpay/provider.ts';
import { paymentAttempts } from '../schema.ts';

type Trouble = Partial<ProviderFailure> & { kind: ProviderFailure['kind']; afterwards?: boolean };

/**
 * A provider that speaks the type alone and keeps books of its own. `trouble` is met by the next call of that name;
 * `afterwards`: it was done, and only the answer got lost.
 */
export class BookKeeper {
  readonly refunds = new Map<string, ProviderTransaction>();
  readonly calls: string[] = [];
  readonly trouble: Partial<Record<keyof Provider, Trouble[]>> = {};
  /** What a new refund is at first. */
  firstStatus: ProviderTransaction['status'] = 'AUTHORIZED';
  /** What an assert and a capture say. */
  capturesTo: 'CAPTURED' | 'PENDING' = 'CAPTURED';

  /** Money that really went back. */
  get gone(): number {
    return [...this.refunds.values()].reduce(
      (sum, { status, amount }) => sum + (status === 'CAPTURED' ? amount : 0),
      0,
    );
  }

  #meet<T>(name: keyof Provider, run: () => Outcome<T>): Promise<Outcome<T>> {
    this.calls.push(name);
    const trouble = this.trouble[name]?.shift();
    if (!trouble) return Promise.resolve(run());
    if (trouble.afterwards) run();
    return Promise.resolve({ ok: false, failure: failureOf(trouble) });
  }

  readonly provider: Provider = {
    initialize: () => Promise.reject(new Error('not asked here')),
    assert: () => Promise.reject(new Error('not asked here')),
    assertCapture: () => Promise.reject(new Error('not asked here')),
    refund: ({ orderId, amount }) =>
      this.#meet('refund', () => {
        const id = secretToken(12);
        const type = 'REFUND';
        const transaction = {
          type,
          status: this.firstStatus,
          id,
          captureId: null,
          amount,
          currency: 'EUR',
          orderId,
          means: null,
        };
        this.refunds.set(id, transaction);
        return { ok: true, transaction };
      }),
    capture: ({ transactionId }) =>
      this.#meet<{ status: 'CAPTURED' | 'PENDING'; captureId: string | null }>('capture', () => {
        const refund = this.refunds.get(transactionId);
        if (!refund) return { ok: false, failure: failureOf({ kind: 'refused', errorName: 'TRANSACTION_NOT_FOUND' }) };
        if (refund.status === 'CAPTURED') {
          return { ok: false, failure: failureOf({ kind: 'refused', errorName: 'TRANSACTION_ALREADY_CAPTURED' }) };
        }
        this.refunds.set(transactionId, { ...refund, status: this.capturesTo });
        return { ok: true, status: this.capturesTo, captureId: `${transactionId}_c` };
      }),
    cancel: ({ transactionId }) =>
      this.#meet('cancel', () => {
        const refund = this.refunds.get(transactionId);
        if (refund) this.refunds.set(transactionId, { ...refund, status: 'CANCELED' });
        return { ok: true };
      }),
    assertRefund: ({ transactionId }) =>
      this.#meet('assertRefund', () => {
        const refund = this.refunds.get(transactionId);
        if (refund) this.refunds.set(transactionId, { ...refund, status: this.capturesTo });
        return { ok: true, status: this.capturesTo };
      }),
    inquire: (asked) =>
      this.#meet('inquire', () => {
        const transaction = [...this.refunds.values()].find((refund) =>
          'orderId' in asked ? refund.orderId === asked.orderId : refund.id === asked.transactionId,
        );
        if (transaction) return { ok: true, transaction };
        return { ok: false, failure: failureOf({ kind: 'refused', errorName: 'TRANSACTION_NOT_FOUND' }) };
      }),
  };
}

const failureOf = ({ afterwards: _, ...trouble }: Trouble): ProviderFailure => ({
  operation: 'Refund',
  errorName: null,
  handling: 'ABORT',
  code: trouble.kind === 'noResponse' ? 'PAYMENT_NO_RESPONSE' : 'PAYMENT_REFUND_FAILED',
  message: 'the acquirer says no',
  payerMessage: null,
  transactionId: null,
  ...trouble,
});

/** The order is paid by a card, captured and entered. */
export async function payByCard(shop: TestShop, orderId: number, amount = 3000, method = 'visa'): Promise<number> {
  return shop.deps.write(async (work) => {
    const transactionId = secretToken(12);
    const [attempt] = await work.tx
      .insert(paymentAttempts)
      .values({
        orderId,
        method,
        reference: `SB${orderId}-${transactionId}`,
        amount,
        status: 'completed',
        secret: transactionId,
        transactionId,
        captureId: `${transactionId}_c`,
        means: 'VISA xxxx 1234',
        createdAt: work.now,
      })
      .returning({ id: paymentAttempts.id });
    const attemptId = attempt?.id ?? 0;
    await receivePayment(work, {
      orderId,
      method,
      amount,
      reference: transactionId,
      means: 'VISA xxxx 1234',
      editorId: null,
      attemptId,
    });
    return attemptId;
  });
}

/** The capture's id got lost. */
export const loseCaptureId = (shop: TestShop, attemptId: number) =>
  shop.deps.write(({ tx }) =>
    tx.update(paymentAttempts).set({ captureId: null }).where(eq(paymentAttempts.id, attemptId)),
  );
