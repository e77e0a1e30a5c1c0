import { generalProblems, type ProblemTable, refuser } from '#src/kernel/problem.ts';

const { NOT_FOUND, VALIDATION_FAILED } = generalProblems;

export const lotteryProblems = {
  NOT_FOUND,
  VALIDATION_FAILED,
  /** Not open yet or no longer: `details.reason`. */
  LOTTERY_NOT_OPEN: 409,
  /** The logged-in user already has a lot in this draw. */
  LOTTERY_ALREADY_IN: 409,
  /** `details.reason` tells why. */
  LOTTERY_NOT_POSSIBLE: 409,
} as const satisfies ProblemTable;

export const refuse = refuser(lotteryProblems);
