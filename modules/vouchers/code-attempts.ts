import { noteWrongGuess } from '#src/data/guess-alarm.ts';
import { countTry, type Limit, requireTriesLeft } from '#src/data/limits.ts';
import { Problem } from '#src/kernel/problem.ts';
import { type Instant, minutes } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';

/** Limits wrong codes, so that codes cannot be guessed. */
const perVisit: Limit = { name: 'wrong-voucher-visit', most: 20, windowMs: minutes(10), per: 'account' };
/** Thousands of phones may share one address. */
const perAddress: Limit = { name: 'wrong-voucher-address', most: 300, windowMs: minutes(10), per: 'address' };

type Guesser = {
  deps: Pick<Deps, 'read' | 'write' | 'config' | 'log'>;
  viewer: { visitId: string } | null;
  clientAddress: string;
  now: Instant;
  /** Undefined for gift cards, which belong to no event. */
  eventId?: number;
};

const limitsOf = ({ viewer, clientAddress }: Guesser): [Limit, string][] => [
  ...(viewer ? [[perVisit, viewer.visitId] as [Limit, string]] : []),
  [perAddress, clientAddress],
];

/** Running attempts by key in this process. No more run at once than are left, so a burst gains nothing. */
const activeUses = new WeakMap<object, Map<string, KeyUse>>();

/** @throws Problem TOO_MANY_REQUESTS after too many wrong codes, even for a right one */
async function withinLimits<T>(guesser: Guesser, run: () => Promise<T>): Promise<T> {
  const { deps, now } = guesser;
  const all = activeUses.get(deps.config) ?? new Map<string, KeyUse>();
  activeUses.set(deps.config, all);
  const guarded = limitsOf(guesser).reduceRight<() => Promise<T>>(
    (inner, [limit, key]) =>
      () =>
        limitConcurrency(all, `${limit.name}|${key}`, inner, () =>
          requireTriesLeft(deps.read, limit, key, deps.config.limitFactor, now),
        ),
    run,
  );
  return guarded();
}

/** A separate write, since the refused booking is rolled back. */
async function countInvalidCode(guesser: Guesser): Promise<void> {
  const { deps } = guesser;
  for (const [limit, key] of limitsOf(guesser)) {
    await deps
      .write((work) => countTry(work, limit, key, deps.config.limitFactor))
      // Concurrent attempts were counted first; the caller's refusal stays the answer.
      .catch((error) => {
        if (!(error instanceof Problem)) throw error;
      });
  }
  await noteWrongGuess(deps, 'voucher', guesser.eventId);
}

/** Runs a lookup of codes within the limits. A wrong code is an error of `run`, or an answer with `isWrong`. */
export async function limitCodeGuesses<T>(
  guesser: Guesser,
  codes: readonly string[],
  run: () => Promise<T>,
  isWrong: (answer: T) => boolean = () => false,
): Promise<T> {
  if (codes.length === 0) return run();
  return withinLimits(guesser, async () => {
    try {
      const answer = await run();
      if (isWrong(answer)) await countInvalidCode(guesser);
      return answer;
    } catch (error) {
      if (error instanceof Problem && isWrongCode(error.code)) await countInvalidCode(guesser);
      throw error;
    }
  });
}

/** Codes that do not exist at this event. Gift cards count along. */
const wrongCodes = new Set(['INVALID_VOUCHER_CODE', 'INVALID_VOUCHER_EVENT', 'INVALID_GIFT_CARD_CODE']);
const isWrongCode = (code: string): boolean => wrongCodes.has(code);

// p-limit has a fixed number; here the database decides, by key.

/** Counters of one key, and the waiting callers. */
export type KeyUse = { users: number; entered: number; left: number; waiting: (() => void)[] };

/**
 * Runs `run` while fewer are running under the key than `placesLeft` returns; errors of `placesLeft` are thrown. A
 * used place is missing in `placesLeft` before its caller leaves, so the limit cannot be exceeded.
 */
export async function limitConcurrency<T>(
  all: Map<string, KeyUse>,
  key: string,
  run: () => Promise<T>,
  placesLeft: () => Promise<number>,
): Promise<T> {
  const use = all.get(key) ?? { users: 0, entered: 0, left: 0, waiting: [] };
  all.set(key, use);
  use.users += 1;
  let isIn = false;
  try {
    for (;;) {
      // A caller that leaves meanwhile may have used a place that the result still contains.
      const leftBefore = use.left;
      const places = await placesLeft();
      if (use.entered - leftBefore < places) break;
      if (use.entered > use.left) await new Promise<void>((resume) => use.waiting.push(resume));
    }
    use.entered += 1;
    isIn = true;
    return await run();
  } finally {
    if (isIn) use.left += 1;
    use.users -= 1;
    use.waiting.shift()?.();
    if (use.users === 0) all.delete(key);
  }
}
