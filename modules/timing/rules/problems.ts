import { generalProblems, type ProblemTable, refuser } from '#src/kernel/problem.ts';

const { NOT_FOUND, VALIDATION_FAILED } = generalProblems;

export const timingProblems = {
  NOT_FOUND,
  VALIDATION_FAILED,
  /** RACE RESULT refused the start number; ours is unchanged. */
  RR_BIB_CHANGE_FAILED: 409,
  RR_BIB_TAKEN: 409,
  /** The address is missing, or the synchronization has stopped. */
  RR_NOT_SET_UP: 409,
  RR_NO_ANSWER: 409,
  /** The comparison is not the latest, or was applied or undone already. */
  RR_RUN_OVER: 409,
} as const satisfies ProblemTable;

export const refuse = refuser(timingProblems);
