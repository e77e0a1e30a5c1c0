import { type ProblemTable, refuser } from '#src/kernel/problem.ts';

/**
 * `TRANSFER_NOT_POSSIBLE` has `details.reason`: `off`, `tooLate`, `team`, `notPaid`, `restOpen`, `used` (admitted, or
 * the bib was handed out), `nobody` (the buyer has no address and cannot agree), `several` (more than one transfer at a
 * time), `otherCompetition` (not available now).
 */
export const transferProblems = {
  NOT_FOUND: 404,
  VALIDATION_FAILED: 400,
  TRANSFER_NOT_POSSIBLE: 409,
  TRANSFER_OVER: 409,
} as const satisfies ProblemTable;

export const refuse = refuser(transferProblems);
