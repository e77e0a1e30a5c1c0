import { generalProblems, type ProblemTable, refuser } from '#src/kernel/problem.ts';

const { NOT_FOUND, VALIDATION_FAILED, TOO_MANY_REQUESTS } = generalProblems;

export const giftCardProblems = {
  NOT_FOUND,
  VALIDATION_FAILED,
  TOO_MANY_REQUESTS,
  INVALID_GIFT_CARD_CODE: 400,
  GIFT_CARD_NOT_USABLE: 409,
  /** A concurrent payment has spent the balance. */
  GIFT_CARD_SPENT: 409,
  GIFT_CARDS_OFF: 409,
  CANT_CHANGE_GIFT_CARD: 409,
} as const satisfies ProblemTable;

export const refuse = refuser(giftCardProblems);
