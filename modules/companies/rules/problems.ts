import { generalProblems, type ProblemTable, refuser } from '#src/kernel/problem.ts';

const { NOT_FOUND, VALIDATION_FAILED } = generalProblems;

export const companyProblems = {
  NOT_FOUND,
  VALIDATION_FAILED,
  /** More would be open than was agreed; `details`: `limit`, `open`, `total`. */
  COMPANY_LIMIT_REACHED: 409,
  /** The event takes no orders on account, the order is no open one, or money for it is on its way: `details.reason`. */
  COMPANY_ORDER_NOT_POSSIBLE: 409,
  /** There is nothing that a bill could ask for. */
  COMPANY_NOTHING_TO_BILL: 409,
  /** All of it is paid, or less of it is open than was to be entered; `details.open`. */
  COMPANY_BILL_NOT_OPEN: 409,
} as const satisfies ProblemTable;

export const refuse = refuser(companyProblems);
