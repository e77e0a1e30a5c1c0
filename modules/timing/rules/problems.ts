import { generalProblems, type ProblemTable, refuser } from '#src/kernel/problem.ts';

const { NOT_FOUND, VALIDATION_FAILED } = generalProblems;

export const timingProblems = {
  NOT_FOUND,
  VALIDATION_FAILED,
  /** RACE RESULT refuses the start number; ours is what it was. */
  RR_BIB_CHANGE_FAILED: 409,
  /** Another participant of the event has that number. */
  RR_BIB_TAKEN: 409,
  /** An address for it is missing, or the synchronization has been stopped. */
  RR_NOT_SET_UP: 409,
  /** RACE RESULT gave no answer that can be used. */
  RR_NO_ANSWER: 409,
  /** The comparison is not the last one, or was applied or undone already. */
  RR_RUN_OVER: 409,
} as const satisfies ProblemTable;

export const refuse = refuser(timingProblems);
