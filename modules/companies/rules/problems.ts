import { generalProblems, type ProblemTable, refuser } from '#src/kernel/problem.ts';

const { NOT_FOUND, VALIDATION_FAILED } = generalProblems;

export const companyProblems = {
  NOT_FOUND,
  VALIDATION_FAILED,
  /** `details`: `limit`, `open`, `total`. */
  COMPANY_LIMIT_REACHED: 409,
  /** `details.reason`: the event accepts none, the order is not open, or a payment is under way. */
  COMPANY_ORDER_NOT_POSSIBLE: 409,
  COMPANY_NOTHING_TO_BILL: 409,
  /** All of it is paid, or less is open than entered; `details.open`. */
  COMPANY_BILL_NOT_OPEN: 409,
} as const satisfies ProblemTable;

export const refuse = refuser(companyProblems);
