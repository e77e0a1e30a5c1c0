import { generalProblems, type ProblemTable, refuser } from '#src/kernel/problem.ts';

export const voucherProblems = {
  INVALID_VOUCHER_CODE: 400,
  INVALID_VOUCHER_CODE_EXISTS: 409,
  INVALID_VOUCHER_EVENT: 400,
  INVALID_VOUCHER_EXPIRED: 409,
  INVALID_VOUCHER_STATUS: 409,
  INVALID_VOUCHER_SCOPE: 400,
  INVALID_VOUCHER_TARGET: 400,
  INVALID_VOUCHER_UNIT: 400,
  RESOURCE_IN_USE: 409,
} as const satisfies ProblemTable;

export const refuse = /* @__PURE__ */ refuser({ ...generalProblems, ...voucherProblems });

/** Their details name the code. */
export const isVoucherProblem = (code: string): boolean => code.startsWith('INVALID_VOUCHER_');
