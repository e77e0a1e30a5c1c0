import type { Cents } from '#src/kernel/money.ts';
import type { Instant } from '#src/kernel/time.ts';

/** The money of an order as the modules below the payments know it. Cents. */
export type OrderMoney = {
  received: Cents;
  refunded: Cents;
  /** Still to be paid; of a paid order what it became dearer by. */
  open: Cents;
  /** Until when the rest of a paid one has to be paid, or what it was added for is taken off it; null: it has no end. */
  restDue: Instant | null;
  /** What could go back: it came in and is not on its way back. */
  refundable: Cents;
  /** What a transfer for it is known by. */
  reference: string;
  payments: {
    at: Instant;
    method: string;
    /** For people: `VISA xxxx 1234`; null: none is known. */
    means: string | null;
    amount: Cents;
    note: string;
  }[];
  refunds: {
    id: number;
    at: Instant;
    /** When the money had gone. */
    settledAt: Instant | null;
    amount: Cents;
    reason: 'granted' | 'twice' | 'late' | 'excess' | 'moved';
    status: 'pending' | 'completed' | 'failed' | 'withdrawn';
    /** `cash`: the organizer gives it back itself; `giftcard`: it is on the card again. */
    way: 'provider' | 'transfer' | 'cash' | 'giftcard';
    method: string;
    /** Where a transfer goes. */
    iban: string | null;
    accountHolder: string | null;
    /** It stands in a file for the bank. */
    isInFile: boolean;
    /** Why it failed, in the provider's words. */
    message: string | null;
  }[];
  /** Tries that came to nothing, and the one under way. */
  attempts: {
    at: Instant;
    method: string;
    status: 'pending' | 'authorized' | 'completed' | 'failed';
    /** A code of ours. */
    problem: string | null;
    errorName: string | null;
    /** What came of a failed one, as the payer is told (`payments.failed.…`); null: it has not failed. */
    failure: 'aborted' | 'expired' | 'notProven' | 'otherMeans' | 'retry' | 'later' | 'unknown' | null;
  }[];
};
