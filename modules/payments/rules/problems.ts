import { type ProblemTable, refuser } from '#src/kernel/problem.ts';

/** Refusals of paying. */
export const paymentProblems = {
  ORDER_ALREADY_PAID: 409,
  NOT_MATCHING_ORDER_TOTAL: 409,
  PAYMENT_INIT_FAILED: 409,
  PAYMENT_ASSERT_FAILED: 409,
} as const satisfies ProblemTable;

export const refuse = refuser(paymentProblems);
