import { generalProblems, type ProblemTable, refuser } from '#src/kernel/problem.ts';

const { NOT_FOUND, VALIDATION_FAILED } = generalProblems;

export const waitlistProblems = {
  NOT_FOUND,
  VALIDATION_FAILED,
  /** No list, closed, on sale, or drawn: `details.reason`. */
  WAITLIST_NOT_OPEN: 409,
  /** The logged-in user is already on this list. */
  WAITLIST_ALREADY_ON_IT: 409,
  /** The offer ended, or what is to be offered is not free. */
  WAITLIST_NO_PLACES: 409,
  /** The price differs from the one shown: `details.price`, in cents. */
  WAITLIST_PRICE_CHANGED: 409,
} as const satisfies ProblemTable;

export const refuse = refuser(waitlistProblems);
