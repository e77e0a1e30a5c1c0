import { type ProblemTable, refuser } from '#src/kernel/problem.ts';

/**
 * `TRANSFER_NOT_POSSIBLE` says why in `details.reason`: `off`, `tooLate`, `team`, `notPaid`, `restOpen`, `used` (let in, or
 * the start number was given out), `nobody` (whoever paid has no address and cannot agree),
 * `several` (more than one transfer at a time),
 * `otherCompetition` (nobody can start there instead now).
 */
export const transferProblems = {
  NOT_FOUND: 404,
  VALIDATION_FAILED: 400,
  TRANSFER_NOT_POSSIBLE: 409,
  TRANSFER_OVER: 409,
} as const satisfies ProblemTable;

export const refuse = refuser(transferProblems);
