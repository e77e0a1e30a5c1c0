import { orderProblems } from '#modules/orders/rules/problems.ts';
import { type ProblemTable, refuser } from '#src/kernel/problem.ts';

const { CANT_CREATE_INVOICE, CANT_CREATE_INVOICE_EVENT, CANT_CREATE_INVOICE_TOO_LATE } = orderProblems;

export const invoicingProblems = {
  CANT_CREATE_INVOICE,
  CANT_CREATE_INVOICE_EVENT,
  CANT_CREATE_INVOICE_NO_ADDRESS: 409,
  CANT_CREATE_INVOICE_TOO_LATE,
  TEMPLATE_NOT_FOUND: 404,
  /** Nothing happened since the last settlement. */
  NOTHING_TO_SETTLE: 409,
  /** Paid, returned, or in no file. */
  CANT_CHANGE_PAYOUT: 409,
} as const satisfies ProblemTable;

export const refuse = refuser(invoicingProblems);
