import { type ProblemTable, refuser } from '#src/kernel/problem.ts';

/** Scan results have status 200 (contract). CASH_NOT_ALLOWED: the event or device takes no late registrations. */
export const checkinProblems = {
  SCAN_INVALID: 400,
  SCAN_ALREADY_EXISTS: 409,
  CASH_NOT_ALLOWED: 409,
} as const satisfies ProblemTable;
export const refuse = refuser(checkinProblems);
