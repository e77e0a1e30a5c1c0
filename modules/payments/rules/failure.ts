import type { PaymentMethod } from './methods.ts';
import type { FailureHandling } from './states.ts';

/** A failed attempt: its message, and the first offered method. */
export type FailedTry = {
  method: string;
  errorName: string | null;
  /** A code of the catalogue. */
  problem: string | null;
  failureHandling: FailureHandling | null;
};

export const failureWords = ['aborted', 'expired', 'notProven', 'otherMeans', 'retry', 'later', 'unknown'] as const;
type FailureWord = (typeof failureWords)[number];

/** Message to the payer; an aborted or expired payment is not an error. */
export function failureWord({
  errorName,
  failureHandling,
}: Pick<FailedTry, 'errorName' | 'failureHandling'>): FailureWord {
  if (errorName === 'TRANSACTION_ABORTED') return 'aborted';
  if (errorName === 'TOKEN_EXPIRED' || errorName === 'TRANSACTION_NOT_STARTED') return 'expired';
  if (errorName === '3DS_AUTHENTICATION_FAILED' || errorName === 'PAYER_AUTHENTICATION_REQUIRED') return 'notProven';
  if (failureHandling === 'OTHER_MEANS') return 'otherMeans';
  if (failureHandling === 'RETRY') return 'retry';
  return failureHandling === 'RETRY_LATER' ? 'later' : 'unknown';
}

/** Methods after a failure: the same one first, unless the provider requires another. */
export function methodsAfter(failed: FailedTry | null, methods: readonly PaymentMethod[]): PaymentMethod[] {
  if (!failed) return [...methods];
  const same = methods.filter((method) => method === failed.method);
  const others = methods.filter((method) => method !== failed.method);
  // A failed authentication may succeed on the second attempt, whatever the provider advises.
  const needsOther = failed.failureHandling === 'OTHER_MEANS' && failureWord(failed) !== 'notProven';
  return needsOther ? [...others, ...same] : [...same, ...others];
}
