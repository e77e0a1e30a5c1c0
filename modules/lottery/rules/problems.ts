import { generalProblems, type ProblemTable, refuser } from '#src/kernel/problem.ts';

const { NOT_FOUND, VALIDATION_FAILED } = generalProblems;

export const lotteryProblems = {
  NOT_FOUND,
  VALIDATION_FAILED,
  /** One cannot enter yet, or not any more: `details.reason`. */
  LOTTERY_NOT_OPEN: 409,
  /** Whoever is logged in has a lot in this draw already. */
  LOTTERY_ALREADY_IN: 409,
  /** The places of a competition cannot be drawn: `details.reason`. */
  LOTTERY_NOT_POSSIBLE: 409,
} as const satisfies ProblemTable;

export const refuse = refuser(lotteryProblems);
