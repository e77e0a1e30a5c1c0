import { generalProblems, type ProblemTable, refuser } from '#src/kernel/problem.ts';

const { NOT_FOUND, VALIDATION_FAILED, TOO_MANY_REQUESTS } = generalProblems;

export const withdrawalProblems = {
  NOT_FOUND,
  VALIDATION_FAILED,
  TOO_MANY_REQUESTS,
  WITHDRAWAL_ANSWERED: 409,
  /** The order's lines changed since the decision. */
  WITHDRAWAL_ORDER_CHANGED: 409,
} as const satisfies ProblemTable;

export const refuse = refuser(withdrawalProblems);
