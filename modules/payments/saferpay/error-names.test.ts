import { describe, expect, test } from 'vitest';
import { isAtLeast } from './client.ts';
import { codeOf, errorNames, handlingOf, meaningOf } from './error-names.ts';

/** Error names documented up to SpecVersion 1.53. */
const documented = [
  'ACTION_NOT_SUPPORTED',
  'ALIAS_INVALID',
  'AMOUNT_INVALID',
  'AUTHENTICATION_FAILED',
  'BLOCKED_BY_RISK_MANAGEMENT',
  'CARD_CHECK_FAILED',
  'CARD_CVC_INVALID',
  'CARD_CVC_REQUIRED',
  'COMMUNICATION_FAILED',
  'COMMUNICATION_TIMEOUT',
  'CONDITION_NOT_SATISFIED',
  'CURRENCY_INVALID',
  'GENERAL_DECLINED',
  'INTERNAL_ERROR',
  'NO_CONTRACT',
  'NO_CREDITS_AVAILABLE',
  'PAYER_AUTHENTICATION_REQUIRED',
  'PAYMENTMEANS_INVALID',
  'PAYMENTMEANS_NOT_SUPPORTED',
  'PERMISSION_DENIED',
  '3DS_AUTHENTICATION_FAILED',
  'TOKEN_EXPIRED',
  'TOKEN_INVALID',
  'TRANSACTION_ABORTED',
  'TRANSACTION_ALREADY_CAPTURED',
  'TRANSACTION_DECLINED',
  'TRANSACTION_IN_WRONG_STATE',
  'TRANSACTION_NOT_FOUND',
  'TRANSACTION_NOT_STARTED',
  'UNEXPECTED_ERROR_BY_ACQUIRER',
  'UPDATE_CARD_INFORMATION',
  'VALIDATION_FAILED',
];

describe('errors of the provider', () => {
  test('every documented name is known, and none is made up', () => {
    expect(Object.keys(errorNames).sort()).toEqual([...documented].sort());
  });

  test.each([
    ['TRANSACTION_DECLINED', 'OTHER_MEANS', 'OTHER_MEANS'],
    ['TRANSACTION_DECLINED', 'RETRY', 'RETRY'],
    ['TRANSACTION_ABORTED', 'ABORT', 'ABORT'],
    // ABORT since SpecVersion 1.33.
    ['TRANSACTION_ABORTED', 'DO_NOT_RETRY', 'ABORT'],
    ['CARD_CVC_INVALID', null, 'RETRY'],
    ['COMMUNICATION_TIMEOUT', null, 'RETRY_LATER'],
    ['A_NAME_OF_TOMORROW', 'A_BEHAVIOUR_OF_TOMORROW', 'RETRY_LATER'],
    [null, null, 'RETRY_LATER'],
    ['toString', null, 'RETRY_LATER'],
  ] as const)('%s with behaviour %s is handled as %s', (name, behavior, handling) => {
    expect(handlingOf(name, behavior)).toBe(handling);
  });

  test('a name that was made after us says nothing about whether it was done', () => {
    expect(['A_NAME_OF_TOMORROW', 'INTERNAL_ERROR', null, 'constructor'].map(meaningOf)).toEqual(
      Array(4).fill('unknown'),
    );
    expect(meaningOf('TRANSACTION_NOT_STARTED')).toBe('waiting');
    expect(meaningOf('AUTHENTICATION_FAILED')).toBe('setup');
  });

  test('the code of the catalogue is what was tried, unless nobody answered', () => {
    expect(
      (['Initialize', 'Assert', 'Capture', 'Cancel', 'Refund', 'Inquire'] as const).map((operation) =>
        codeOf(operation, 'refused', 'ABORT'),
      ),
    ).toEqual([
      'PAYMENT_INIT_FAILED',
      'PAYMENT_ASSERT_FAILED',
      'PAYMENT_CAPTURE_FAILED',
      'PAYMENT_CAPTURE_FAILED',
      'PAYMENT_REFUND_FAILED',
      'PAYMENT_ASSERT_FAILED',
    ]);
    expect(codeOf('Capture', 'noResponse', 'RETRY_LATER')).toBe('PAYMENT_NO_RESPONSE');
    expect(codeOf('Initialize', 'noResponse', 'RETRY_LATER')).toBe('PAYMENT_NO_RESPONSE');
    expect(codeOf('Refund', 'unexpected', 'RETRY')).toBe('PAYMENT_UNEXPECTED');
  });

  test.each([
    ['INTERNAL_ERROR', 'RETRY', 'PAYMENT_INIT_FAILED'],
    ['INTERNAL_ERROR', null, 'PAYMENT_INIT_FAILED'],
    ['A_NAME_OF_TOMORROW', 'RETRY_LATER', 'PAYMENT_INIT_FAILED'],
    ['A_NAME_OF_TOMORROW', null, 'PAYMENT_INIT_FAILED'],
    [null, null, 'PAYMENT_INIT_FAILED'],
    ['A_NAME_OF_TOMORROW', 'DO_NOT_RETRY', 'PAYMENT_UNEXPECTED'],
    ['A_NAME_OF_TOMORROW', 'OTHER_MEANS', 'PAYMENT_UNEXPECTED'],
  ])('a payment that could not be started for %s, of which the provider says %s, is %s', (name, behavior, code) => {
    expect(codeOf('Initialize', 'unexpected', handlingOf(name, behavior))).toBe(code);
  });
});

test.each([
  ['1.32', '1.32', true],
  ['1.9', '1.10', false],
  ['1.53', '1.49', true],
  ['2.0', '1.53', true],
  ['1.31', '1.32', false],
])('SpecVersion %s is at least %s: %s', (version, other, is) => {
  expect(isAtLeast(version, other)).toBe(is);
});
