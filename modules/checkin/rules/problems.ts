import type { ProblemTable } from '#src/kernel/problem.ts';

/** Codes that a scanner program may meet; our own call answers its result with 200 (contract). */
export const checkinProblems = { SCAN_INVALID: 400, SCAN_ALREADY_EXISTS: 409 } as const satisfies ProblemTable;
