import { generalProblems, refuser } from '#src/kernel/problem.ts';

export const resultProblems = {
  /** A later import exists, or it is already undone. */
  IMPORT_IS_NOT_THE_LAST: 409,
  /** An undo is in progress and blocks other changes. */
  RESULTS_UNDO_UNDER_WAY: 409,
} as const;
export const refuse = refuser({ ...generalProblems, ...resultProblems });
