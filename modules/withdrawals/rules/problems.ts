import { generalProblems, type ProblemTable, refuser } from '#src/kernel/problem.ts';

const { NOT_FOUND, VALIDATION_FAILED, TOO_MANY_REQUESTS } = generalProblems;

export const withdrawalProblems = {
  NOT_FOUND,
  VALIDATION_FAILED,
  TOO_MANY_REQUESTS,
  /** Somebody answered it already. */
  WITHDRAWAL_ANSWERED: 409,
  /** The order has other lines than were decided on. */
  WITHDRAWAL_ORDER_CHANGED: 409,
} as const satisfies ProblemTable;

export const refuse = refuser(withdrawalProblems);
