import { generalProblems, type ProblemTable, refuser } from '#src/kernel/problem.ts';

export const accountProblems = {
  INVALID_CODE: 401,
  INVALID_TOTP_CODE: 401,
  INVALID_STATE: 400,
  INVALID_REDIRECT_STATE: 400,
  OAUTH_ERROR: 401,
  OAUTH_ERROR_USER_CANCEL: 401,
  OAUTH_INSUFFICIENT_PERMISSIONS: 403,
  MAIL_DELIVERY_ERROR: 502,
  RESOURCE_IN_USE: 409,
} as const satisfies ProblemTable;

export const refuse = refuser({ ...generalProblems, ...accountProblems });
