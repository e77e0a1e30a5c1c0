import type { Cents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';

/** Money of an order for modules below payments; cents. */
export type OrderMoney = {
  received: Cents;
  refunded: Cents;
  /** Open cents; of a paid order the rest. */
  open: Cents;
  /** Deadline of a rest, after which the added items are removed; null: none. */
  restDue: Instant | null;
  /** Received and not yet being refunded. */
  refundable: Cents;
  /** Payment reference of a transfer. */
  reference: string;
  payments: {
    at: Instant;
    method: string;
    /** For example `VISA xxxx 1234`; null: unknown. */
    means: string | null;
    amount: Cents;
    note: string;
  }[];
  refunds: {
    id: number;
    at: Instant;
    settledAt: Instant | null;
    amount: Cents;
    reason: 'granted' | 'twice' | 'late' | 'excess' | 'moved';
    status: 'pending' | 'completed' | 'failed' | 'withdrawn';
    /** `cash`: paid back by the organizer; `giftcard`: back on the card. */
    way: 'provider' | 'transfer' | 'cash' | 'giftcard';
    method: string;
    iban: string | null;
    accountHolder: string | null;
    /** Contained in a bank file. */
    isInFile: boolean;
    /** The provider's error message. */
    message: string | null;
  }[];
  /** Failed attempts and the current one. */
  attempts: {
    at: Instant;
    method: string;
    status: 'pending' | 'authorized' | 'completed' | 'failed';
    problem: string | null;
    errorName: string | null;
    /** Message of a failure (`payments.failed.…`); null: not failed. */
    failure: 'aborted' | 'expired' | 'notProven' | 'otherMeans' | 'retry' | 'later' | 'unknown' | null;
  }[];
};

export type OrderPaper = {
  id: number;
  number: string;
  kind: 'invoice' | 'creditNote' | 'correction';
  /** Cents added to the billed sum; negative for credit notes. */
  total: Cents;
  issuedAt: Instant;
  downloadLink: string;
};
