import { generalProblems, refuser } from '#src/kernel/problem.ts';

export const resultProblems = {
  /** Another import came after it, or it is undone already. */
  IMPORT_IS_NOT_THE_LAST: 409,
} as const;
export const refuse = refuser({ ...generalProblems, ...resultProblems });
