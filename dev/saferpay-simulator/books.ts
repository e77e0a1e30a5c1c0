import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import type { Instant } from '#src/kernel/time.ts';
import { errorNames } from './errors.ts';
import type { Offer } from './methods.ts';
import type { Liability } from './test-cards.ts';
import { behaviors } from './versions.ts';

/** Whole minor units of `currency`. */
export type Amount = { value: number; currency: string };

/** EXPIRED is derived from the clock, see `stateOf` in payments.ts. */
export type TokenState =
  | 'INITIALIZED'
  | 'OPENED'
  | 'AUTHORIZED'
  | 'CAPTURED'
  | 'PENDING'
  | 'DECLINED'
  | 'ABORTED'
  | '3DS_FAILED';

const failure = z.object({
  errorName: z.enum(errorNames),
  behavior: z.enum(behaviors).optional(),
  processorResult: z.string().optional(),
  processorMessage: z.string().optional(),
});
export type Failure = z.infer<typeof failure>;

/** ABANDONED: opened and left. An object: declined with that error. */
export const outcomeSchema = z.union([
  z.enum(['PAID', 'PAID_WITHOUT_RETURN', 'PENDING', 'DECLINED', 'ABORTED', '3DS_FAILED', 'ABANDONED']),
  failure,
]);
export type Outcome = z.infer<typeof outcomeSchema>;

/** A false result of Assert and Inquire, which the client should notice. */
export const claimSchema = z.object({
  value: z.int().optional(),
  currency: z.string().optional(),
  orderId: z.string().optional(),
});

/** An initialized payment, by token. */
export type Payment = {
  token: string;
  customerId: string;
  terminalId: string;
  /** The version of Initialize decides about redirect and notifications. */
  version: string;
  state: TokenState;
  createdAt: Instant;
  expiresAt: Instant;
  amount: Amount;
  orderId: string | null;
  description: string;
  language: string | null;
  payerIp: string | null;
  offer: Offer;
  returnTo: { success: string; fail: string; abort: string };
  notify: { success: string | null; fail: string | null };
  /** The base of its page's steps, once it was opened. */
  pageKey: string | null;
  touchedAt: Instant | null;
  /** A card that waits for 3-D Secure. */
  challenge: { card: CardView; brand: string; liability: Liability } | null;
  /** The payer closed the window: no redirect. */
  isClosed: boolean;
  /** The page's outcome whatever the payer types, unless the payer aborts. */
  forced: Outcome | null;
  failure: Failure | null;
  transactionId: string | null;
};

export type CardView = { masked: string; last4: string; expYear: number; expMonth: number; holder: string };

/** A payment or refund at the acquirer. */
export type Transaction = {
  id: string;
  type: 'PAYMENT' | 'REFUND';
  status: 'AUTHORIZED' | 'CAPTURED' | 'PENDING' | 'CANCELED';
  customerId: string;
  terminalId: string;
  orderId: string | null;
  createdAt: Instant;
  amount: Amount;
  /** null until a capture, or while one is pending. */
  capturedAt: Instant | null;
  capturedValue: number;
  captureId: string | null;
  /** The pending step. */
  pending: 'payment' | 'capture' | 'refund' | null;
  pendingNotify: string | null;
  /** The acquirer declined in the end. */
  hasFailed: boolean;
  isClosed: boolean;
  method: string;
  wallet: string | null;
  card: CardView | null;
  iban: string | null;
  liability: Liability | null;
  payerIp: string | null;
  acquirerReference: string;
  approvalCode: string;
  xid: string;
  /** The refunded payment. */
  refundOf: string | null;
  altered: z.infer<typeof claimSchema> | null;
};

type StoredBooks = { payments: Payment[]; transactions: Transaction[] };
/** Where the books are stored between runs. */
export type Keep = { load(): Promise<string | null>; save(text: string): Promise<void> };

/** The newest payments are stored for a restart; a running process has all. */
const storedPayments = 2000;

export class Books {
  readonly payments = new Map<string, Payment>();
  readonly transactions = new Map<string, Transaction>();
  readonly #byPageKey = new Map<string, Payment>();
  readonly #byCaptureId = new Map<string, Transaction>();
  readonly #byOrderId = new Map<string, Transaction[]>();
  readonly #refunds = new Map<string, Transaction[]>();
  readonly #keep: Keep | null;
  #loaded: Promise<void> | null = null;
  #waiting: Promise<void> | null = null;
  #saving: Promise<void> = Promise.resolve();

  constructor(keep: Keep | null = null) {
    this.#keep = keep;
  }

  load(): Promise<void> {
    this.#loaded ??= this.#read();
    return this.#loaded;
  }

  async #read(): Promise<void> {
    const text = (await this.#keep?.load()) ?? null;
    if (text === null) return;
    const kept = JSON.parse(text) as StoredBooks;
    for (const payment of kept.payments) this.addPayment(payment);
    for (const transaction of kept.transactions) this.addTransaction(transaction);
  }

  /** Resolves when everything so far is stored; concurrent saves share one. */
  save(): Promise<void> {
    if (!this.#keep) return Promise.resolve();
    this.#waiting ??= this.#saving
      .catch(() => undefined)
      .then(() => {
        this.#waiting = null;
        this.#saving = this.#keep?.save(this.#text()) ?? Promise.resolve();
        return this.#saving;
      });
    return this.#waiting;
  }

  #text(): string {
    const payments = [...this.payments.values()].slice(-storedPayments);
    const oldest = payments[0]?.createdAt ?? 0;
    const transactions = [...this.transactions.values()].filter(({ createdAt }) => createdAt >= oldest);
    return JSON.stringify({ payments, transactions } satisfies StoredBooks);
  }

  addPayment(payment: Payment): void {
    this.payments.set(payment.token, payment);
    this.indexPage(payment);
  }

  indexPage(payment: Payment): void {
    if (payment.pageKey) this.#byPageKey.set(payment.pageKey, payment);
  }

  byPageKey(key: string): Payment | null {
    return this.#byPageKey.get(key) ?? null;
  }

  addTransaction(transaction: Transaction): void {
    this.transactions.set(transaction.id, transaction);
    if (transaction.orderId) append(this.#byOrderId, transaction.orderId, transaction);
    if (transaction.refundOf) append(this.#refunds, transaction.refundOf, transaction);
    this.indexCapture(transaction);
  }

  indexCapture(transaction: Transaction): void {
    if (transaction.captureId) this.#byCaptureId.set(transaction.captureId, transaction);
  }

  byCaptureId(captureId: string): Transaction | null {
    return this.#byCaptureId.get(captureId) ?? null;
  }

  /** The newest one of that customer. */
  byOrderId(customerId: string, orderId: string): Transaction | null {
    return this.#byOrderId.get(orderId)?.findLast((each) => each.customerId === customerId) ?? null;
  }

  refundsOf(transaction: Transaction): readonly Transaction[] {
    return this.#refunds.get(transaction.id) ?? [];
  }

  tokenOf(transaction: Transaction): Payment | null {
    for (const payment of this.payments.values()) if (payment.transactionId === transaction.id) return payment;
    return null;
  }
}

function append<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const found = map.get(key);
  if (found) found.push(value);
  else map.set(key, [value]);
}

/** The balance of each payment in minor units. */
export function accountsOf(books: Books) {
  const tokens = new Map(
    [...books.payments.values()].flatMap((payment) =>
      payment.transactionId ? [[payment.transactionId, payment.token] as const] : [],
    ),
  );
  return [...books.transactions.values()]
    .filter((transaction) => transaction.type === 'PAYMENT')
    .map((transaction) => {
      const { id, orderId, status, amount, capturedValue, captureId, pending } = transaction;
      const refunds = books.refundsOf(transaction);
      const sum = (of: (refund: Transaction) => boolean) =>
        refunds.filter(of).reduce((total, refund) => total + refund.amount.value, 0);
      return {
        transactionId: id,
        orderId,
        token: tokens.get(id) ?? null,
        status,
        currency: amount.currency,
        authorized: pending === 'payment' || transaction.hasFailed ? 0 : amount.value,
        captured: capturedValue,
        // Captured refunds, and those that are not captured or pending.
        refunded: sum((refund) => refund.status === 'CAPTURED'),
        refundsOpen: sum((refund) => refund.status === 'AUTHORIZED' || refund.status === 'PENDING'),
        cancelled: status === 'CANCELED' && !transaction.hasFailed ? amount.value : 0,
        captures: captureId ? [{ captureId, value: capturedValue, isPending: pending === 'capture' }] : [],
        refunds: refunds.map((refund) => ({
          transactionId: refund.id,
          orderId: refund.orderId,
          status: refund.status,
          value: refund.amount.value,
          captureId: refund.captureId,
        })),
      };
    });
}

/** A file that is replaced atomically. */
export function storedInFile(path: string): Keep {
  return {
    load: () =>
      readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      }),
    async save(text) {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(`${path}.new`, text, { mode: 0o600 });
      await rename(`${path}.new`, path);
    },
  };
}
