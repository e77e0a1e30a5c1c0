import { type ProblemTable, refuser } from '#src/kernel/problem.ts';

export const bibProblems = {
  NOT_FOUND: 404,
  VALIDATION_FAILED: 400,
  BIB_RANGES_OVERLAP: 409,
  BIB_RUN_OUTDATED: 409,
  BIB_RUN_UNDER_WAY: 409,
  NOTHING_TO_UNDO: 409,
  NO_STARTERS: 404,
  WAVE_FULL: 409,
  WAVE_LOCKED: 409,
} as const satisfies ProblemTable;

export const refuse = refuser(bibProblems);
