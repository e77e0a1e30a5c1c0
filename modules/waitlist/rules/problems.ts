import { generalProblems, type ProblemTable, refuser } from '#src/kernel/problem.ts';

const { NOT_FOUND, VALIDATION_FAILED } = generalProblems;

export const waitlistProblems = {
  NOT_FOUND,
  VALIDATION_FAILED,
  /** There is no list, it is closed, places can be bought, or are drawn: `details.reason`. */
  WAITLIST_NOT_OPEN: 409,
  /** Whoever is logged in is on this list already. */
  WAITLIST_ALREADY_ON_IT: 409,
  /** What was offered lapsed, was bought or turned down; or what is to be offered is not free. */
  WAITLIST_NO_PLACES: 409,
  /** It costs something else than whoever takes it was shown: `details.price`, in cents. */
  WAITLIST_PRICE_CHANGED: 409,
} as const satisfies ProblemTable;

export const refuse = refuser(waitlistProblems);
