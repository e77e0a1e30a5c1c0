import type { ErrorName } from './errors.ts';

/** The provider's VISA and Mastercard test cards and their results. Others are refused. */
const rules = [
  ['frictionless', '9010003150000001', '9030003150000007'],
  ['challenge', '9010004950000001', '9030004950000007'],
  ['attempted', '9010004250000008', '9030003204000003'],
  ['failed3ds', '9010004350000007', '9030004350000003'],
  ['noShift', '9010003750000005', '9030003750000001'],
  ['failedButAuthorised', '9010004150000009', '9030004150000005'],
  ['declined', '9010403153150003', '9030403153150009'],
  ['byAmount', '9010403153900001', '9030403153900007'],
  ['softDecline', '9010103204160007', '9030103204160003'],
] as const;
export type CardRule = (typeof rules)[number][0];
export type TestCard = { number: string; brand: 'VISA' | 'MASTERCARD'; rule: CardRule };
export const testCards: readonly TestCard[] = rules.flatMap(([rule, visa, mastercard]): TestCard[] => [
  { number: visa, brand: 'VISA', rule },
  { number: mastercard, brand: 'MASTERCARD', rule },
]);

export const ibanThatPays = 'DE17970000011234567890';
export const ibanByAmount = 'DE52970000021234567890';

/** Two-digit processor codes. */
const processorCodes: Readonly<Record<string, string>> = {
  '03': 'Invalid merchant',
  '04': 'Card invalid',
  '05': 'Declined',
  '09': 'Temporarily not possible',
  '12': 'Invalid transaction',
  '14': 'Invalid card',
  '30': 'Format error',
  '33': 'Card expired',
  '34': 'Suspicion of manipulation',
  '43': 'Card stolen',
  '51': 'Insufficient funds',
  '62': 'Card restricted',
};

export type Liability = {
  shift: boolean;
  authenticated: boolean;
  kind: 'STRONG_CUSTOMER_AUTHENTICATION' | 'FRICTIONLESS' | 'ATTEMPT' | 'NONE';
};
export type Decline = { errorName: ErrorName; processorResult?: string; processorMessage?: string };
export type CardResult = { liability: Liability } | { decline: Decline };

const declineBy = (code: string): CardResult => ({
  decline: {
    errorName: 'TRANSACTION_DECLINED',
    processorResult: code,
    processorMessage: processorCodes[code] ?? 'Declined',
  },
});
const shifted: Liability = { shift: true, authenticated: true, kind: 'FRICTIONLESS' };

const unshifted: Liability = { ...shifted, shift: false };
const results: Record<Exclude<CardRule, 'byAmount'>, CardResult> = {
  frictionless: { liability: shifted },
  challenge: { liability: { ...shifted, kind: 'STRONG_CUSTOMER_AUTHENTICATION' } },
  attempted: { liability: { shift: true, authenticated: false, kind: 'ATTEMPT' } },
  noShift: { liability: unshifted },
  failedButAuthorised: { liability: { shift: false, authenticated: false, kind: 'NONE' } },
  failed3ds: { decline: { errorName: '3DS_AUTHENTICATION_FAILED' } },
  softDecline: { decline: { errorName: 'PAYER_AUTHENTICATION_REQUIRED' } },
  declined: declineBy('05'),
};

/** `amount` in minor units. */
export function resultOf(rule: CardRule, amount: number): CardResult {
  if (rule !== 'byAmount') return results[rule];
  const code = lastTwoDigits(amount);
  if (code in processorCodes) return declineBy(code);
  return { liability: code === '01' ? unshifted : shifted };
}

export function debitResultOf(iban: string, amount: number): { decline: Decline } | null {
  if (iban !== ibanByAmount || Math.floor(amount / 100) !== 210 || amount % 100 === 0) return null;
  const result = declineBy(lastTwoDigits(amount));
  return 'decline' in result ? result : null;
}

const lastTwoDigits = (amount: number): string => String(amount % 100).padStart(2, '0');
