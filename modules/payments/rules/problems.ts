import { type ProblemTable, refuser } from '#src/kernel/problem.ts';

export const paymentProblems = {
  ORDER_ALREADY_PAID: 409,
  NOT_MATCHING_ORDER_TOTAL: 409,
  PAYMENT_INIT_FAILED: 409,
  PAYMENT_ASSERT_FAILED: 409,
  PAYMENT_CAPTURE_FAILED: 409,
  PAYMENT_REFUND_FAILED: 409,
  /** The provider did not answer in time; the operation may have happened. */
  PAYMENT_NO_RESPONSE: 503,
  PAYMENT_UNEXPECTED: 502,
  /** An internal error while booking a bank file; booked lines stay, and the same file completes the rest. */
  IMPORT_FAILED: 503,
  CANT_REFUND_LESS_THAN_ZERO: 409,
  CANT_REFUND_MORE_THAN_TOTAL: 409,
  /** The order's money changed since it was viewed. */
  CANT_REFUND_MEANWHILE: 409,
  /** Sent refunds are final, and those of the provider or a file are in progress. */
  CANT_CHANGE_REFUND_STATUS: 409,
  /** No configured account, nothing to pay, or a concurrent file. */
  CANT_CREATE_PAIN_XML_INFO: 409,
} as const satisfies ProblemTable;

export const refuse = refuser(paymentProblems);
