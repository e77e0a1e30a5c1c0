/** Words that payments, the provider and the bank's files share. */
export const paymentStatuses = ['pending', 'authorized', 'completed', 'failed'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

/** As the provider calls the state of a transaction. */
export const providerStatuses = ['AUTHORIZED', 'CANCELED', 'CAPTURED', 'PENDING'] as const;
export type ProviderStatus = (typeof providerStatuses)[number];

/** What may be done after a failure: nothing more with this try, another means, the same again now, or later. */
const failureHandlings = ['ABORT', 'OTHER_MEANS', 'RETRY', 'RETRY_LATER'] as const;
export type FailureHandling = (typeof failureHandlings)[number];

/**
 * `granted` somebody decided it (a cancellation, goodwill); the others are money that was never owed: paid `twice`, for an
 * order that was canceled by then (`late`), more than asked (`excess`), or more than asked since somebody moved to a cheaper
 * competition (`moved`).
 */
export const refundReasons = ['granted', 'twice', 'late', 'excess', 'moved'] as const;
export type RefundReason = (typeof refundReasons)[number];

/** How money goes back: through the provider, by a file for the bank, out of the organizer's till, or onto a gift card. */
export const refundWays = ['provider', 'transfer', 'cash', 'giftcard'] as const;
export type RefundWay = (typeof refundWays)[number];

/** `withdrawn`: the order came back before the money went. */
export const refundRowStatuses = ['pending', 'completed', 'failed', 'withdrawn'] as const;
export type RefundRowStatus = (typeof refundRowStatuses)[number];

/** What became of a line of a bank's file (contract, `imports/bank-transactions`). */
export const bankLineOutcomes = ['paid', 'alreadyPaid', 'amountMismatch', 'notFound', 'ignored'] as const;
export type BankLineOutcome = (typeof bankLineOutcomes)[number];
