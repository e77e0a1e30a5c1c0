export const paymentStatuses = ['pending', 'authorized', 'completed', 'failed'] as const;
export type PaymentStatus = (typeof paymentStatuses)[number];

export const providerStatuses = ['AUTHORIZED', 'CANCELED', 'CAPTURED', 'PENDING'] as const;
export type ProviderStatus = (typeof providerStatuses)[number];

/** Next step after a failure: none with this attempt, another method, the same now, or later. */
const failureHandlings = ['ABORT', 'OTHER_MEANS', 'RETRY', 'RETRY_LATER'] as const;
export type FailureHandling = (typeof failureHandlings)[number];

export const refundReasons = ['granted', 'twice', 'late', 'excess', 'moved'] as const;
export type RefundReason = (typeof refundReasons)[number];

/** Through the provider, by payment file, in cash by the organizer, or onto a gift card. */
export const refundWays = ['provider', 'transfer', 'cash', 'giftcard'] as const;
export type RefundWay = (typeof refundWays)[number];

/** `withdrawn`: the order was reactivated before the money was sent. */
export const refundRowStatuses = ['pending', 'completed', 'failed', 'withdrawn'] as const;
export type RefundRowStatus = (typeof refundRowStatuses)[number];

/** Outcome of a bank line (contract, `imports/bank-transactions`). */
export const bankLineOutcomes = ['paid', 'alreadyPaid', 'amountMismatch', 'notFound', 'ignored'] as const;
export type BankLineOutcome = (typeof bankLineOutcomes)[number];
