import { days, hours, minutes } from '#src/kernel/time.ts';
import { countTry, giveBackTry, type Limit } from '#src/platform/limits.ts';
import type { Write } from '#src/platform/work.ts';

/**
 * How often a login may be tried. Asking for a code costs a try of the network and of the address; the login that
 * follows gives it back. So the limits meet those who ask for codes and never read them, and hardly ever a club that
 * registers its members from one house.
 *
 * The arithmetic: a code has five tries in a million. With 60 unread codes a day that is three in ten thousand a day and
 * address, and the wrong tries of an address have a limit of their own, whatever code they were made against.
 *
 * One network may ask for few codes of an address, all together for more: whoever asks to annoy locks out themselves
 * first, and a new device of the owner still gets its code.
 */
const codesPerNetwork: Limit = { name: 'login-mail', most: 20, windowMs: hours(1), per: 'address' };
const codesPerEmail: Limit = { name: 'login-mail-to', most: 5, windowMs: minutes(10), per: 'account' };
const codesPerEmailFromAll: Limit = { name: 'login-mail-to-all', most: 20, windowMs: hours(1), per: 'account' };
const codesPerEmailAndDay: Limit = { name: 'login-mail-to-day', most: 60, windowMs: days(1), per: 'account' };
export const triesPerNetwork: Limit = { name: 'login-try', most: 30, windowMs: minutes(10), per: 'address' };
export const triesPerEmail: Limit = { name: 'login-try-of', most: 20, windowMs: hours(1), per: 'account' };
/** Of a person who showed the first factor already, so nobody locks out a stranger by it. */
export const triesOfFactor: Limit = { name: 'factor-try', most: 5, windowMs: minutes(10), per: 'account' };
export const loginsWithoutCode: Limit = { name: 'login-without-code', most: 600, windowMs: hours(1), per: 'address' };

/** What one code for an address costs; `who` is the address, or the device that is known to it. */
export const codeTries = (clientAddress: string, who: string): readonly CountedTry[] => [
  [codesPerNetwork, clientAddress],
  [codesPerEmail, `${who}|${clientAddress}`],
  [codesPerEmailFromAll, who],
  [codesPerEmailAndDay, who],
];

type CountedTry = readonly [limit: Limit, key: string];

/**
 * Counts one after the other, each in a write of its own, so that what is refused later takes no count back, and a
 * network that is out of tries cannot use up those of an address.
 * @throws Problem TOO_MANY_REQUESTS
 */
export async function countTries(write: Write, tries: readonly CountedTry[], limitFactor: number): Promise<void> {
  for (const [limit, key] of tries) await write((work) => countTry(work, limit, key, limitFactor));
}

export async function giveBackTries(write: Write, tries: readonly CountedTry[]): Promise<void> {
  await write(async (work) => {
    for (const [limit, key] of tries) await giveBackTry(work, limit, key);
  });
}
