import { generalProblems, refuser } from '#src/kernel/problem.ts';

export const resultProblems = {
  /** Another import came after it, or it is undone already. */
  IMPORT_IS_NOT_THE_LAST: 409,
  /** An import of the event is being taken back; until that is done nothing else changes its results. */
  RESULTS_UNDO_UNDER_WAY: 409,
} as const;
export const refuse = refuser({ ...generalProblems, ...resultProblems });
