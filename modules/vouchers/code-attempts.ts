import { noteWrongGuess } from '#src/data/guess-alarm.ts';
import { countTry, type Limit, requireTriesLeft } from '#src/data/limits.ts';
import { Problem } from '#src/kernel/problem.ts';
import { type Instant, minutes } from '#src/kernel/time.ts';
import type { Deps } from '#src/runtime/deps.ts';

/** Codes are worth money, so nobody may try them out: only wrong ones count, and whoever sent too many waits. */
const perVisit: Limit = { name: 'wrong-voucher-visit', most: 20, windowMs: minutes(10), per: 'account' };
/** Thousands of phones may share one address, and some of them mistype. */
const perAddress: Limit = { name: 'wrong-voucher-address', most: 300, windowMs: minutes(10), per: 'address' };

type Guesser = {
  deps: Pick<Deps, 'read' | 'write' | 'config' | 'log'>;
  viewer: { visitId: string } | null;
  clientAddress: string;
  now: Instant;
  /** The event of the tried codes; left out for gift cards, which belong to no event. */
  eventId?: number;
};

const limitsOf = ({ viewer, clientAddress }: Guesser): [Limit, string][] => [
  ...(viewer ? [[perVisit, viewer.visitId] as [Limit, string]] : []),
  [perAddress, clientAddress],
];

/**
 * The tries of each key that are under way in this process. Each may turn out wrong, so no more are let in at once than
 * are left: a burst gets no more answers than tries one after the other, and many right codes wait for each other only.
 */
const underWay = new WeakMap<object, Map<string, KeyUse>>();

/** @throws Problem TOO_MANY_REQUESTS, also for a right code, while too many wrong ones were sent */
async function withinLimits<T>(guesser: Guesser, run: () => Promise<T>): Promise<T> {
  const { deps, now } = guesser;
  const all = underWay.get(deps.config) ?? new Map<string, KeyUse>();
  underWay.set(deps.config, all);
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

/** In a write of its own: the refused booking's is undone. */
async function countInvalidCode(guesser: Guesser): Promise<void> {
  const { deps } = guesser;
  for (const [limit, key] of limitsOf(guesser)) {
    await deps
      .write((work) => countTry(work, limit, key, deps.config.limitFactor))
      // Others were counted at the same moment; the refusal of the code is the answer all the same.
      .catch((error) => {
        if (!(error instanceof Problem)) throw error;
      });
  }
  await noteWrongGuess(deps, 'voucher', guesser.eventId);
}

/**
 * Runs what looks up codes that somebody sent; without any it costs nothing. A wrong one shows in what `run` throws, or in
 * its answer by `isWrong`.
 */
export async function tryingCodes<T>(
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

/** Nobody was ever given this code for this event. Gift cards are tried out by the same people, so they count together. */
const wrongCodes = new Set(['INVALID_VOUCHER_CODE', 'INVALID_VOUCHER_EVENT', 'INVALID_GIFT_CARD_CODE']);
const isWrongCode = (code: string): boolean => wrongCodes.has(code);

// Our own: p-limit has one fixed number; how many may go on here is asked of the database each time, by key.

/** How many use a key, were let in and have left again; and those who wait, each by what lets it go on. */
export type KeyUse = { users: number; entered: number; left: number; waiting: (() => void)[] };

/**
 * Runs `run` once fewer are under way under this key than `placesLeft` answers; what that throws is thrown. A place that
 * somebody used up is missing from that answer before they leave, so together they never use up more than there are.
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
      // Whoever leaves while one asks may have used up a place that the answer still has.
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
