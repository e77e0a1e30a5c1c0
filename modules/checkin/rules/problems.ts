import { type ProblemTable, refuser } from '#src/kernel/problem.ts';

/**
 * Codes that a scanner program may meet; our own call answers its result with 200 (contract). CASH_NOT_ALLOWED: the event
 * takes no late registrations at the desk, or this device takes none.
 */
export const checkinProblems = {
  SCAN_INVALID: 400,
  SCAN_ALREADY_EXISTS: 409,
  CASH_NOT_ALLOWED: 409,
} as const satisfies ProblemTable;
export const refuse = refuser(checkinProblems);
