import { type ProblemTable, refuser } from '#src/kernel/problem.ts';

/** Refusals of paying. */
export const paymentProblems = {
  ORDER_ALREADY_PAID: 409,
  NOT_MATCHING_ORDER_TOTAL: 409,
  PAYMENT_INIT_FAILED: 409,
  PAYMENT_ASSERT_FAILED: 409,
  PAYMENT_CAPTURE_FAILED: 409,
  PAYMENT_REFUND_FAILED: 409,
  /** The provider did not answer in time; what was asked may have happened. */
  PAYMENT_NO_RESPONSE: 503,
  /** The provider answered something that its protocol does not know. */
  PAYMENT_UNEXPECTED: 502,
  /** We failed while a bank's file was booked; what is booked stays, and the same file finishes the rest. */
  IMPORT_FAILED: 503,
  CANT_REFUND_LESS_THAN_ZERO: 409,
  CANT_REFUND_MORE_THAN_TOTAL: 409,
  /** Something happened to the order's money since the one who decides looked at it. */
  CANT_REFUND_MEANWHILE: 409,
  /** What has gone stays gone, and what the provider or a file has is theirs for now. */
  CANT_CHANGE_REFUND_STATUS: 409,
  /** There is no account of ours, nothing to pay, or somebody was quicker. */
  CANT_CREATE_PAIN_XML_INFO: 409,
} as const satisfies ProblemTable;

export const refuse = refuser(paymentProblems);
