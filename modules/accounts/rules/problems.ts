import { type ProblemTable, refuser } from '#src/kernel/problem.ts';

export const accountProblems = {
  INVALID_CODE: 401,
  MAIL_DELIVERY_ERROR: 502,
} as const satisfies ProblemTable;

export const refuse = refuser(accountProblems);
