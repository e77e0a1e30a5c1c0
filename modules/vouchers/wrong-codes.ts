import { Problem } from '#src/kernel/problem.ts';
import { type Instant, minutes } from '#src/kernel/time.ts';
import type { Deps } from '#src/platform/http.ts';
import { countTry, type Limit, requireTriesLeft } from '#src/platform/limits.ts';

/** Codes are worth money, so nobody may try them out: only wrong ones count, and whoever sent too many waits. */
const perVisit: Limit = { name: 'wrong-voucher-visit', most: 20, windowMs: minutes(10), per: 'account' };
const perAddress: Limit = { name: 'wrong-voucher-address', most: 100, windowMs: minutes(10), per: 'address' };

type Guesser = {
  deps: Pick<Deps, 'read' | 'write' | 'config'>;
  viewer: { visitId: string } | null;
  clientAddress: string;
  now: Instant;
};

const limitsOf = ({ viewer, clientAddress }: Guesser): [Limit, string][] => [
  ...(viewer ? [[perVisit, viewer.visitId] as [Limit, string]] : []),
  [perAddress, clientAddress],
];

/** @throws Problem TOO_MANY_REQUESTS, also for a right code, while too many wrong ones were sent */
export async function requireFewWrongCodes(guesser: Guesser): Promise<void> {
  const { deps, now } = guesser;
  for (const [limit, key] of limitsOf(guesser)) {
    await requireTriesLeft(deps.read, limit, key, deps.config.limitFactor, now);
  }
}

/** In a write of its own: the refused booking's is undone. */
export async function countWrongCode(guesser: Guesser): Promise<void> {
  const { deps } = guesser;
  for (const [limit, key] of limitsOf(guesser)) {
    await deps
      .write((work) => countTry(work, limit, key, deps.config.limitFactor))
      // Others were counted at the same moment; the refusal of the code is the answer all the same.
      .catch((error) => {
        if (!(error instanceof Problem)) throw error;
      });
  }
}

/** Runs what looks up codes that somebody sent; without any it costs nothing. */
export async function tryingCodes<T>(guesser: Guesser, codes: readonly string[], run: () => Promise<T>): Promise<T> {
  if (codes.length === 0) return run();
  await requireFewWrongCodes(guesser);
  try {
    return await run();
  } catch (error) {
    if (error instanceof Problem && isWrongCode(error.code)) await countWrongCode(guesser);
    throw error;
  }
}

/** Nobody was ever given this code for this event. */
export const isWrongCode = (code: string): boolean =>
  code === 'INVALID_VOUCHER_CODE' || code === 'INVALID_VOUCHER_EVENT';
