import { type ProblemTable, refuser } from '#src/kernel/problem.ts';

export const importProblems = {
  NOT_FOUND: 404,
  VALIDATION_FAILED: 400,
  /** An import without new people, which cannot be booked. */
  PARTICIPANT_IMPORT_EMPTY: 409,
} as const satisfies ProblemTable;

export const refuse = /* @__PURE__ */ refuser(importProblems);

/** Ways in which an imported order is paid. */
export const importPayments = ['transfer', 'account', 'complimentary'] as const;
export type ImportPayment = (typeof importPayments)[number];
