import { generalProblems, type ProblemTable, refuser } from '#src/kernel/problem.ts';

const { NOT_FOUND, VALIDATION_FAILED, TOO_MANY_REQUESTS } = generalProblems;

export const giftCardProblems = {
  NOT_FOUND,
  VALIDATION_FAILED,
  TOO_MANY_REQUESTS,
  /** No card has this code, or none of this organizer. */
  INVALID_GIFT_CARD_CODE: 400,
  /** It pays nothing: `details.reason` is its state. */
  GIFT_CARD_NOT_USABLE: 409,
  /** Somebody spent of it at this very moment. */
  GIFT_CARD_SPENT: 409,
  /** The organizer sells none. */
  GIFT_CARDS_OFF: 409,
  /** It is not in the state that this needs: `details.reason`. */
  CANT_CHANGE_GIFT_CARD: 409,
} as const satisfies ProblemTable;

export const refuse = refuser(giftCardProblems);
