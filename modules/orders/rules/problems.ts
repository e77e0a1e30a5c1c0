import { voucherProblems } from '#modules/vouchers/rules/problems.ts';
import { type ProblemTable, refuser } from '#src/kernel/problem.ts';

/** Why people cannot be registered as asked. */
const registrationProblems = {
  EVENT_CANCELED: 409,
  EVENT_SOLD_OUT: 409,
  EVENT_IS_OVER: 409,
  COMPETITION_IS_OVER: 409,
  TICKETS_IN_FUTURE: 409,
  TICKET_DOES_NOT_EXIST: 409,
  TICKET_NOT_AVAILABLE: 409,
  TICKET_COMPETITION_PRICE_SOLD_OUT: 409,
  TICKET_ALREADY_BOOKED: 409,
  SAME_PENDING_ORDER_ALREADY_EXISTS: 409,
  NOT_ENOUGH_TICKETS: 409,
  /** Limit of free places per account. */
  FREE_PLACES_LIMIT: 409,
  /** Limit of unpaid places per account. */
  UNPAID_PLACES_LIMIT: 409,
  RESERVING_TICKETS_FAILED: 409,
  RESERVING_ARTICLES_FAILED: 409,
  /** Article and variant do not match. */
  CANT_CHANGE_ARTICLE_VARIANT_INVALID_PARAMETERS: 409,
  ORDERED_NOT_ENOUGH_ARTICLES: 400,
  ORDERED_TOO_MANY_ARTICLES: 400,
  REGISTERING_INVALID_AGES: 400,
  REGISTERING_INVALID_GENDERS: 400,
  REGISTERING_INVALID_TEAMSIZE: 400,
  /** A shared team's place must be ordered alone. */
  SHARED_TEAM_ALONE: 409,
  NOT_MATCHING_ORDER_TOTAL: 409,
} as const satisfies ProblemTable;

/** The codes of a call that registers people. */
export const registrationCodes: readonly string[] = /* @__PURE__ */ Object.keys({
  ...registrationProblems,
  ...voucherProblems,
});

export const orderProblems = {
  NOT_FOUND: 404,
  VALIDATION_FAILED: 400,
  ...registrationProblems,
  ...voucherProblems,
  CANT_CANCEL_ORDER: 409,
  CANT_CANCEL_ORDER_NOT_OWN: 403,
  CANT_CHANGE_ORDER_STATUS: 409,
  INVOICE_ADDRESS_ALREADY_SET: 409,
  CANT_CREATE_INVOICE: 409,
  CANT_CREATE_INVOICE_EVENT: 409,
  CANT_CREATE_INVOICE_TOO_LATE: 409,
  CANT_EDIT_PARTICIPANT_DATA_TOO_LATE: 409,
  /** Awaits the owner of a listed address. */
  ORDER_AWAITS_MEMBER: 409,
  /** Another person needs a transfer. */
  PLACE_MUST_BE_PASSED_ON: 409,
  MAIL_ALREADY_SENT: 409,
  BIB_TAKEN: 409,
  /** A bib number cannot be set by hand; see `details.reason`. */
  RR_BIB_CHANGE_FAILED: 409,
} as const satisfies ProblemTable;

export const refuse = /* @__PURE__ */ refuser(orderProblems);
