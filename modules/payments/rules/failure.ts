import type { PaymentMethod } from './methods.ts';
import type { FailureHandling } from './states.ts';

/** Of a try that came to nothing: what is told, and what is offered first. */
export type FailedTry = {
  method: string;
  errorName: string | null;
  /** A code of the catalogue. */
  problem: string | null;
  failureHandling: FailureHandling | null;
};

export const failureWords = ['aborted', 'expired', 'notProven', 'otherMeans', 'retry', 'later', 'unknown'] as const;
type FailureWord = (typeof failureWords)[number];

/** What the payer is told: their own decision is no mistake, and who waits too long only has to begin again. */
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

/**
 * The ways to pay after a failure, the one to try first in front: the same again, unless the provider says that another
 * means is needed.
 */
export function methodsAfter(failed: FailedTry | null, methods: readonly PaymentMethod[]): PaymentMethod[] {
  if (!failed) return [...methods];
  const same = methods.filter((method) => method === failed.method);
  const others = methods.filter((method) => method !== failed.method);
  // Who could not confirm themselves may do better the second time, whatever the provider thinks of the card.
  const needsOther = failed.failureHandling === 'OTHER_MEANS' && failureWord(failed) !== 'notProven';
  return needsOther ? [...others, ...same] : [...same, ...others];
}
