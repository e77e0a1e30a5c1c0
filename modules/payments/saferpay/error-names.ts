import type { FailureHandling } from '../rules/states.ts';
import type { Operation, ProviderFailure } from './provider.ts';

/**
 * What an error means: `refused` was not done and will not be; `unknown` may have been done; `setup` configuration or
 * contract, says nothing about the payment; `waiting` the payer has not finished.
 */
type Meaning = 'refused' | 'unknown' | 'setup' | 'waiting';

/** All documented error names up to SpecVersion 1.53, with the next step if the answer names none. */
export const errorNames = {
  ACTION_NOT_SUPPORTED: ['refused', 'ABORT'],
  ALIAS_INVALID: ['refused', 'ABORT'],
  AMOUNT_INVALID: ['refused', 'ABORT'],
  AUTHENTICATION_FAILED: ['setup', 'ABORT'],
  BLOCKED_BY_RISK_MANAGEMENT: ['refused', 'OTHER_MEANS'],
  CARD_CHECK_FAILED: ['refused', 'OTHER_MEANS'],
  CARD_CVC_INVALID: ['refused', 'RETRY'],
  CARD_CVC_REQUIRED: ['refused', 'RETRY'],
  COMMUNICATION_FAILED: ['unknown', 'RETRY'],
  COMMUNICATION_TIMEOUT: ['unknown', 'RETRY_LATER'],
  CONDITION_NOT_SATISFIED: ['refused', 'OTHER_MEANS'],
  CURRENCY_INVALID: ['refused', 'ABORT'],
  GENERAL_DECLINED: ['refused', 'OTHER_MEANS'],
  INTERNAL_ERROR: ['unknown', 'RETRY'],
  NO_CONTRACT: ['refused', 'OTHER_MEANS'],
  NO_CREDITS_AVAILABLE: ['refused', 'ABORT'],
  PAYER_AUTHENTICATION_REQUIRED: ['refused', 'RETRY'],
  PAYMENTMEANS_INVALID: ['refused', 'OTHER_MEANS'],
  PAYMENTMEANS_NOT_SUPPORTED: ['refused', 'OTHER_MEANS'],
  PERMISSION_DENIED: ['setup', 'ABORT'],
  '3DS_AUTHENTICATION_FAILED': ['refused', 'OTHER_MEANS'],
  TOKEN_EXPIRED: ['refused', 'ABORT'],
  TOKEN_INVALID: ['refused', 'ABORT'],
  TRANSACTION_ABORTED: ['refused', 'ABORT'],
  TRANSACTION_ALREADY_CAPTURED: ['refused', 'ABORT'],
  TRANSACTION_DECLINED: ['refused', 'OTHER_MEANS'],
  TRANSACTION_IN_WRONG_STATE: ['waiting', 'ABORT'],
  TRANSACTION_NOT_FOUND: ['refused', 'ABORT'],
  TRANSACTION_NOT_STARTED: ['waiting', 'RETRY_LATER'],
  UNEXPECTED_ERROR_BY_ACQUIRER: ['unknown', 'RETRY'],
  UPDATE_CARD_INFORMATION: ['refused', 'OTHER_MEANS'],
  VALIDATION_FAILED: ['setup', 'ABORT'],
} as const satisfies Record<string, readonly [Meaning, FailureHandling]>;

export type ErrorName = keyof typeof errorNames;

const known = (name: string | null): readonly [Meaning, FailureHandling] | null =>
  name !== null && Object.hasOwn(errorNames, name) ? errorNames[name as ErrorName] : null;

/** Meaning of an error; unknown for newer names. */
export const meaningOf = (errorName: string | null): Meaning => known(errorName)?.[0] ?? 'unknown';

/** `Behavior` of the answer; DO_NOT_RETRY is ABORT since SpecVersion 1.33. */
export function handlingOf(errorName: string | null, behavior: string | null): FailureHandling {
  if (behavior === 'DO_NOT_RETRY' || behavior === 'ABORT') return 'ABORT';
  if (behavior === 'OTHER_MEANS' || behavior === 'RETRY' || behavior === 'RETRY_LATER') return behavior;
  return known(errorName)?.[1] ?? 'RETRY_LATER';
}

const codes: Record<Operation, ProviderFailure['code']> = {
  Initialize: 'PAYMENT_INIT_FAILED',
  Assert: 'PAYMENT_ASSERT_FAILED',
  Inquire: 'PAYMENT_ASSERT_FAILED',
  Capture: 'PAYMENT_CAPTURE_FAILED',
  AssertCapture: 'PAYMENT_CAPTURE_FAILED',
  Cancel: 'PAYMENT_CAPTURE_FAILED',
  Refund: 'PAYMENT_REFUND_FAILED',
  AssertRefund: 'PAYMENT_REFUND_FAILED',
};

/** Problem code. Initialize moves no money, so a payment that is not refused for good may be tried again. */
export function codeOf(
  operation: Operation,
  kind: ProviderFailure['kind'],
  handling: FailureHandling,
): ProviderFailure['code'] {
  if (kind === 'noResponse') return 'PAYMENT_NO_RESPONSE';
  if (operation === 'Initialize' && (handling === 'RETRY' || handling === 'RETRY_LATER')) return codes.Initialize;
  return kind === 'unexpected' ? 'PAYMENT_UNEXPECTED' : codes[operation];
}
